using Microsoft.AspNetCore.Http;
using S7OpcBridge.Web.Answers;

namespace S7OpcBridge.Web.Health;

/// <summary><c>/livez</c> and <c>/readyz</c>: 200 or 503, with one line per reason.</summary>
internal static class HealthPages
{
    public const string Live = "/livez",
        Ready = "/readyz";

    /// <summary>What answers at a path; null: there is no such page.</summary>
    public static RequestDelegate? Find(PathString path, BridgeView view) =>
        path == Live ? context => AnswerAsync(context, "alive", view.NotAlive())
        : path == Ready ? context => AnswerAsync(context, "ready", Readiness.Reasons(view))
        : null;

    private static Task AnswerAsync(HttpContext context, string fine, IReadOnlyList<string> reasons)
    {
        context.Response.StatusCode = reasons.Count == 0 ? StatusCodes.Status200OK : StatusCodes.Status503ServiceUnavailable;
        return PlainText.WriteAsync(context.Response, (reasons.Count == 0 ? fine : $"not {fine}\n{string.Join('\n', reasons)}") + "\n");
    }
}
