document.getElementById("root").style.display = "none";
const page = document.createElement("div");
page.dataset.emptyPage = "";
page.style.cssText = "position: fixed; inset: 0; overflow: auto";
page.append(Object.assign(document.createElement("div"), { style: "height: 100000px" }));
document.body.append(page);
