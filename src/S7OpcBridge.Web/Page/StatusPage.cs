using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using S7OpcBridge.Web.Alarms;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Certificates;
using S7OpcBridge.Web.Plans;
using S7OpcBridge.Web.Tags;
using S7OpcBridge.Web.Trends;

namespace S7OpcBridge.Web.Page;

/// <summary>The status page: its files and the data that it requests while it is open. Read-only; nothing here sends a job to a PLC.</summary>
internal static class StatusPage
{
    public static void Map(IEndpointRouteBuilder routes, BridgeView view)
    {
        var plans = new PlanView(view);
        PageFiles.Map(routes);
        TagDownload.Map(routes, view);
        Answer(routes, "overview", static () => StatusJson.Default.Overview, _ => Overview.From(view));
        Answer(
            routes,
            "tags",
            static () => StatusJson.Default.TagPage,
            query =>
                TagPage.From(
                    view,
                    TagSearch.Parse(query),
                    query.Number("after", 0, int.MaxValue, 0),
                    query.Number("count", 1, TagPage.MostRows, TagPage.UsualRows)
                )
        );
        Answer(
            routes,
            "values",
            static () => StatusJson.Default.IReadOnlyListTagLiveValue,
            query => TagPage.LiveValuesOf(view, query.Text("run"), query.Numbers("ids", TagPage.MostRows))
        );
        Answer(routes, "clients", static () => StatusJson.Default.ClientList, _ => ClientList.From(view));
        Answer(routes, "alarms", static () => StatusJson.Default.AlarmList, query => AlarmQuery.Answer(view, query));
        var past = new PastAlarmReader(view);
        Answer(
            routes,
            "alarms/past",
            static () => StatusJson.Default.PastAlarms,
            (query, cancellationToken) => past.ReadAsync(PastAlarmSearch.Parse(query), cancellationToken)
        );
        Answer(routes, "cluster", static () => StatusJson.Default.ClusterPage, _ => ClusterPage.From(view));
        Answer(
            routes,
            "certificates",
            static () => StatusJson.Default.IReadOnlyListRejectedClient,
            _ => RejectedClient.In(view.Running().Server)
        );
        Answer(routes, "trust", static () => StatusJson.Default.TrustView, _ => TrustView.From(view));
        Answer(
            routes,
            "plan",
            static () => StatusJson.Default.PlanDrawing,
            query => plans.Draw(query.Text("plc"), query.Text("scan"), query.Number("after", 0, int.MaxValue, 0))
        );
        var trends = new TrendReader(view);
        Answer(
            routes,
            "trend",
            static () => StatusJson.Default.Trend,
            (query, cancellationToken) =>
                trends.ReadAsync(
                    query.Text("plc"),
                    query.Text("tag"),
                    query.Number("minutes", 1, TrendReader.MostMinutes, TrendReader.UsualMinutes),
                    query.Number("ago", 0, TrendReader.MostMinutes, 0),
                    query.Number("points", 1, TrendReader.MostPoints, TrendReader.UsualPoints),
                    cancellationToken
                )
        );
        Answer(
            routes,
            "plan/tags",
            static () => StatusJson.Default.IReadOnlyListItemTags,
            query => plans.TagsIn(query.Text("plc"), query.Text("scan"), query.Number("request", 0, int.MaxValue, 0))
        );
    }

    // A null stands for something that the map does not contain, or no longer. The shapes are made by the first request that needs them: .NET compiles hundreds
    // of methods for them, which neither the start nor a bridge without an open page should pay.
    private static void Answer<T>(IEndpointRouteBuilder routes, string name, Func<JsonTypeInfo<T>> shape, Func<PageQuery, T?> answer)
        where T : class => Answer(routes, name, shape, (query, _) => Task.FromResult(answer(query)));

    private static void Answer<T>(
        IEndpointRouteBuilder routes,
        string name,
        Func<JsonTypeInfo<T>> shape,
        Func<PageQuery, CancellationToken, Task<T?>> answer
    )
        where T : class =>
        routes.Map(
            $"/api/{name}",
            async context =>
            {
                try
                {
                    if (await answer(new PageQuery(context.Request.Query), context.RequestAborted) is { } found)
                    {
                        await JsonAnswer.WriteAsync(context.Response, found, shape());
                        return;
                    }
                    await PlainText.RefuseAsync(
                        context.Response,
                        StatusCodes.Status404NotFound,
                        "The map does not contain this, or no longer."
                    );
                }
                catch (PageQueryException e)
                {
                    await PlainText.RefuseAsync(context.Response, StatusCodes.Status400BadRequest, e.Message);
                }
            }
        );
}
