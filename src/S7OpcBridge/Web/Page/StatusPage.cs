using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using S7OpcBridge.Web.View;

namespace S7OpcBridge.Web.Page;

/// <summary>The status page: its files and the data that it requests while it is open. Read-only; nothing here sends a job to a PLC.</summary>
internal static class StatusPage
{
    public static void Map(IEndpointRouteBuilder routes, BridgeView view)
    {
        var plans = new PlanView(view);
        PageFiles.Map(routes);
        TagDownload.Map(routes, view);
        Answer(routes, "overview", StatusJson.Default.Overview, _ => Overview.Of(view));
        Answer(
            routes,
            "tags",
            StatusJson.Default.TagPage,
            query =>
                TagPage.Of(view, TagSearch.Of(query), query.Number("after", 0, int.MaxValue, 0), query.Number("count", 1, TagPage.MostRows, TagPage.UsualRows))
        );
        Answer(
            routes,
            "values",
            StatusJson.Default.IReadOnlyListTagLiveValue,
            query => TagPage.LiveValuesOf(view, query.Text("run"), query.Numbers("ids", TagPage.MostRows))
        );
        Answer(routes, "clients", StatusJson.Default.ClientList, _ => ClientList.Of(view));
        Answer(routes, "certificates", StatusJson.Default.IReadOnlyListRejectedClient, _ => view.Rejected);
        Answer(routes, "trust", StatusJson.Default.TrustView, _ => TrustView.Of(view));
        Answer(
            routes,
            "plan",
            StatusJson.Default.PlanDrawing,
            query => plans.Draw(query.Text("plc"), query.Text("scan"), query.Number("after", 0, int.MaxValue, 0))
        );
        Answer(
            routes,
            "plan/tags",
            StatusJson.Default.IReadOnlyListItemTags,
            query => plans.TagsIn(query.Text("plc"), query.Text("scan"), query.Number("request", 0, int.MaxValue, 0))
        );
    }

    // A null stands for something that the map does not contain, or no longer.
    private static void Answer<T>(IEndpointRouteBuilder routes, string name, JsonTypeInfo<T> shape, Func<PageQuery, T?> answer)
        where T : class =>
        routes.Map(
            $"/api/{name}",
            context =>
            {
                try
                {
                    if (answer(new PageQuery(context.Request.Query)) is { } found)
                        return WriteAsync(context.Response, found, shape);
                    context.Response.StatusCode = StatusCodes.Status404NotFound;
                    return PlainText.WriteAsync(context.Response, "The map does not contain this, or no longer.\n");
                }
                catch (PageQueryException e)
                {
                    context.Response.StatusCode = StatusCodes.Status400BadRequest;
                    return PlainText.WriteAsync(context.Response, e.Message + "\n");
                }
            }
        );

    private static Task WriteAsync<T>(HttpResponse response, T answer, JsonTypeInfo<T> shape)
    {
        response.ContentType = "application/json; charset=utf-8";
        return JsonSerializer.SerializeAsync(response.Body, answer, shape, response.HttpContext.RequestAborted);
    }
}
