using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace S7OpcBridge;

/// <summary>The status page: what a person sees of the running bridge in a browser.</summary>
internal static class StatusPage
{
    public static void Map(IEndpointRouteBuilder routes, BridgeView view)
    {
        routes.Map("/", context => PlainText.WriteAsync(context.Response, $"S7OpcBridge serves {view.Map.Listed.Length} tags.\n"));
    }
}
