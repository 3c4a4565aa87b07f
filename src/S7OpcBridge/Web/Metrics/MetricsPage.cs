using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace S7OpcBridge;

/// <summary><c>/metrics</c>: the figures of the bridge in the Prometheus text format.</summary>
internal static class MetricsPage
{
    public const string Path = "/metrics";

    public static void Map(IEndpointRouteBuilder routes, BridgeFigures figures) => routes.Map(Path, context => WriteAsync(context, figures));

    private static async Task WriteAsync(HttpContext context, BridgeFigures figures)
    {
        context.Response.ContentType = PrometheusText.ContentType;
        await context.Response.StartAsync(context.RequestAborted);
        // The body's writer is Kestrel's pool itself; a flush now and then keeps what a large plant has to say from piling up.
        var text = new PrometheusText(context.Response.BodyWriter);
        foreach (var metric in MetricCatalogue.All)
        {
            text.Write(metric, figures);
            await context.Response.BodyWriter.FlushAsync(context.RequestAborted);
        }
    }
}
