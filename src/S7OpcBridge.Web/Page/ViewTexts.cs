using System.Buffers;
using System.Text;
using System.Text.Json;
using S7OpcBridge.Web.Metrics;
using S7OpcBridge.Web.Page;
using S7OpcBridge.Web.Support;

namespace S7OpcBridge.Web;

/// <summary>What pages and metrics show now, as texts for <c>report</c>.</summary>
public static class ViewTexts
{
    /// <summary>The overview of the status page as JSON.</summary>
    public static string Overview(BridgeView view) => JsonSerializer.Serialize(Page.Overview.From(view), StatusJson.Default.Overview);

    /// <summary>All metrics in words.</summary>
    public static IReadOnlyList<FigureRow> Figures(BridgeView view) => FigureWords.Read(view);

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
