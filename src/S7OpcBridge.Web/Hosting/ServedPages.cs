using Microsoft.AspNetCore.Http;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Health;
using S7OpcBridge.Web.Metrics;
using S7OpcBridge.Web.Page;
using S7OpcBridge.Web.Tags;

namespace S7OpcBridge.Web.Hosting;

/// <summary>
/// Finds what is served at a path, by look-ups: a route of ASP.NET for each of the files and actions costs memory from the start on. What only the page asks
/// for is made by the first request for it.
/// </summary>
/// <param name="view">The running bridge.</param>
/// <param name="makeActions">Makes the table of actions.</param>
internal sealed class ServedPages(BridgeView view, Func<ActionTable> makeActions)
{
    private const string Data = "/api/";

    private readonly Lazy<ActionTable> _actions = new(makeActions);
    private readonly Lazy<StatusPage> _page = new(() => new StatusPage(view));

    /// <summary>Answers a request that has passed the filter.</summary>
    public async Task ServeAsync(HttpContext context)
    {
        // A slash behind a path was never held against a probe.
        if (context.Request.Path.Value is [.. [_, ..] path, '/'])
            context.Request.Path = path;
        if (Find(context.Request.Path) is { } answerAsync)
            await answerAsync(context);
        else if (!await PageFiles.TrySendAsync(context))
            context.Response.StatusCode = StatusCodes.Status404NotFound;
    }

    private RequestDelegate? Find(PathString path)
    {
        if (HealthPages.Find(path, view) is { } health)
            return health;
        if (path == MetricsPage.Path)
            return context => MetricsPage.WriteAsync(context, view);
        if (RestOf(path, WebAction.Root) is { } name)
            return _actions.Value.Find(name) is { } action ? context => _actions.Value.ServeAsync(action, context) : null;
        if (RestOf(path, TagDownload.Root) is { Length: > 0 } form)
            return context => TagDownload.SendAsync(context, form, view);
        return RestOf(path, Data) is { } data ? _page.Value.Find(data) : null;
    }

    private static string? RestOf(PathString path, string root) =>
        path.Value is { } text && text.StartsWith(root, StringComparison.OrdinalIgnoreCase) ? text[root.Length..] : null;
}
