using System.Buffers;
using System.Text;
using System.Text.Json;
using S7OpcBridge.Web.Metrics;
using S7OpcBridge.Web.Page;

namespace S7OpcBridge.Web;

/// <summary>What pages and metrics show now, as texts for <c>report</c>.</summary>
public static class ViewTexts
{
    /// <summary>The overview of the status page as JSON.</summary>
    public static string Overview(BridgeView view) => JsonSerializer.Serialize(Page.Overview.From(view), StatusJson.Default.Overview);

    /// <summary>All metrics as Prometheus reads them.</summary>
    public static string Metrics(BridgeView view)
    {
        var bytes = new ArrayBufferWriter<byte>();
        var text = new PrometheusText(bytes);
        foreach (var metric in MetricCatalogue.All)
            text.Write(metric, view);
        return Encoding.UTF8.GetString(bytes.WrittenSpan);
    }
}
