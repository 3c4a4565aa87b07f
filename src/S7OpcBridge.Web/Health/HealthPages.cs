using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using S7OpcBridge.Web.Answers;

namespace S7OpcBridge.Web.Health;

/// <summary><c>/livez</c> and <c>/readyz</c>: 200 or 503, with one line per reason.</summary>
internal static class HealthPages
{
    public const string Live = "/livez",
        Ready = "/readyz";

    public static void Map(IEndpointRouteBuilder routes, BridgeView view)
    {
        routes.Map(Live, context => AnswerAsync(context, "alive", view.NotAlive()));
        routes.Map(Ready, context => AnswerAsync(context, "ready", Readiness.Reasons(view)));
    }

    private static Task AnswerAsync(HttpContext context, string fine, IReadOnlyList<string> reasons)
    {
        context.Response.StatusCode = reasons.Count == 0 ? StatusCodes.Status200OK : StatusCodes.Status503ServiceUnavailable;
        return PlainText.WriteAsync(context.Response, (reasons.Count == 0 ? fine : $"not {fine}\n{string.Join('\n', reasons)}") + "\n");
    }
}
