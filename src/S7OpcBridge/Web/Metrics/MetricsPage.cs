using Microsoft.AspNetCore.Routing;

namespace S7OpcBridge;

/// <summary><c>/metrics</c>: the figures of the bridge in the Prometheus text format.</summary>
internal static class MetricsPage
{
    public const string Path = "/metrics";

    public static void Map(IEndpointRouteBuilder routes, BridgeView view)
    {
    }
}
