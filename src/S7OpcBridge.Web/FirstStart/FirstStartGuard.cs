using Microsoft.AspNetCore.Http;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Connections;
using S7OpcBridge.Web.Hosting;

namespace S7OpcBridge.Web.FirstStart;

/// <summary>Lets only the page itself ask: names that another site leads here (DNS rebinding) and what other sites send are refused.</summary>
/// <param name="endpoint">Where the page is served.</param>
internal sealed class FirstStartGuard(WebEndpoint endpoint)
{
    private readonly KnownHosts _hosts = new(static () => [], static () => null);

    /// <summary>Checks a request.</summary>
    public Task PassAsync(HttpContext context, RequestDelegate next)
    {
        var (request, response) = (context.Request, context.Response);
        WebRequestFilter.SetHeaders(response.Headers);
        if (endpoint.IsLoopback && !Loopback.IsHost(request.Host.Host))
            return PlainText.RefuseAsync(
                response,
                StatusCodes.Status421MisdirectedRequest,
                "This address is only for this machine; open it as localhost or 127.0.0.1."
            );
        if (!endpoint.IsLoopback && !_hosts.Contains(request.Host.Host))
            return PlainText.RefuseAsync(
                response,
                StatusCodes.Status421MisdirectedRequest,
                "This bridge has no name yet; open the page by the IP address of its machine."
            );
        if (HttpMethods.IsPost(request.Method) && request.Headers["Sec-Fetch-Site"].ToString() is not ("" or "same-origin"))
            return PlainText.RefuseAsync(response, StatusCodes.Status403Forbidden, "Only the page itself may do this.");
        return OwnPageCheck.Refuse(context) ?? next(context);
    }
}
