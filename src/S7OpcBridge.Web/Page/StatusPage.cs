using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using S7OpcBridge.Web.Alarms;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Certificates;
using S7OpcBridge.Web.Plans;
using S7OpcBridge.Web.Tags;
using S7OpcBridge.Web.Trends;

namespace S7OpcBridge.Web.Page;

/// <summary>The data that the status page requests while it is open. Read-only; nothing here sends a job to a PLC.</summary>
internal sealed class StatusPage
{
    private readonly Dictionary<string, RequestDelegate> _answers = new(StringComparer.OrdinalIgnoreCase);

    public StatusPage(BridgeView view)
    {
        var plans = new PlanView(view);
        Answer("overview", static () => StatusJson.Default.Overview, _ => Overview.From(view));
        Answer(
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
            "values",
            static () => StatusJson.Default.IReadOnlyListTagLiveValue,
            query => TagPage.LiveValuesOf(view, query.Text("run"), query.Numbers("ids", TagPage.MostRows))
        );
        Answer("clients", static () => StatusJson.Default.ClientList, _ => ClientList.From(view));
        Answer("alarms", static () => StatusJson.Default.AlarmList, query => AlarmQuery.Answer(view, query));
        var past = new PastAlarmReader(view);
        Answer(
            "alarms/past",
            static () => StatusJson.Default.PastAlarms,
            (query, cancellationToken) => past.ReadAsync(PastAlarmSearch.Parse(query), cancellationToken)
        );
        Answer("cluster", static () => StatusJson.Default.ClusterPage, _ => ClusterPage.From(view));
        Answer("certificates", static () => StatusJson.Default.IReadOnlyListRejectedClient, _ => RejectedClient.In(view.Running().Server));
        Answer("trust", static () => StatusJson.Default.TrustView, _ => TrustView.From(view));
        Answer(
            "plan",
            static () => StatusJson.Default.PlanDrawing,
            query => plans.Draw(query.Text("plc"), query.Text("scan"), query.Number("after", 0, int.MaxValue, 0))
        );
        var trends = new TrendReader(view);
        Answer(
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
            "plan/tags",
            static () => StatusJson.Default.IReadOnlyListItemTags,
            query => plans.TagsIn(query.Text("plc"), query.Text("scan"), query.Number("request", 0, int.MaxValue, 0))
        );
    }

    /// <summary>What answers to a name below /api/; null: there is none.</summary>
    public RequestDelegate? Find(string name) => _answers.GetValueOrDefault(name);

    // A null stands for something that the map does not contain, or no longer. The shapes are made by the first request that needs them: .NET compiles hundreds
    // of methods for them, which neither the start nor a bridge without an open page should pay.
    private void Answer<T>(string name, Func<JsonTypeInfo<T>> shape, Func<PageQuery, T?> answer)
        where T : class => Answer(name, shape, (query, _) => Task.FromResult(answer(query)));

    private void Answer<T>(string name, Func<JsonTypeInfo<T>> shape, Func<PageQuery, CancellationToken, Task<T?>> answer)
        where T : class =>
        _answers.Add(
            name,
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
