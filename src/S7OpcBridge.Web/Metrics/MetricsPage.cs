using Microsoft.AspNetCore.Http;

namespace S7OpcBridge.Web.Metrics;

/// <summary><c>/metrics</c>: the metrics in the Prometheus text format.</summary>
internal static class MetricsPage
{
    public const string Path = "/metrics";

    public static async Task WriteAsync(HttpContext context, BridgeView view)
    {
        context.Response.ContentType = PrometheusText.ContentType;
        await context.Response.StartAsync(context.RequestAborted);
        // The writer uses Kestrel's buffers directly; flushing in between limits the memory for a large plant.
        var text = new PrometheusText(context.Response.BodyWriter);
        foreach (var metric in MetricCatalogue.All)
        {
            text.Write(metric, view);
            await context.Response.BodyWriter.FlushAsync(context.RequestAborted);
        }
    }
}
