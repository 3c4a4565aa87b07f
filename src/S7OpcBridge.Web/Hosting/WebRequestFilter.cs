using Microsoft.AspNetCore.Http;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Connections;
using S7OpcBridge.Web.Health;
using S7OpcBridge.Web.Login;
using S7OpcBridge.Web.Metrics;

namespace S7OpcBridge.Web.Hosting;

/// <summary>
/// Checks every request before a page gets it: endpoint, page, host name and login. All pages but the actions are read-only, so only GET and HEAD are allowed
/// there; pages cannot be framed, MIME-sniffed or read by other sites.
/// </summary>
/// <param name="visitors">Finds out who asks; null: there are no users.</param>
/// <param name="next">The page.</param>
internal sealed class WebRequestFilter(Visitors? visitors, RequestDelegate next)
{
    // No Strict-Transport-Security header (HSTS): with a private certificate it would lock users out when the certificate is replaced.
    private const string Policy =
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    public async Task PassAsync(HttpContext context)
    {
        var (request, response) = (context.Request, context.Response);
        var endpoint = context.Features.Get<WebEndpoint>()!;
        SetHeaders(response.Headers);
        if (endpoint.IsLoopback && !Loopback.IsHost(request.Host.Host))
        {
            await PlainText.RefuseAsync(
                response,
                StatusCodes.Status421MisdirectedRequest,
                "This address is only for this machine; open it as localhost or 127.0.0.1."
            );
        }
        else if (
            !HttpMethods.IsGet(request.Method)
            && !HttpMethods.IsHead(request.Method)
            && !(HttpMethods.IsPost(request.Method) && IsAction(request.Path))
        )
        {
            response.Headers.Allow = "GET, HEAD";
            await PlainText.RefuseAsync(response, StatusCodes.Status405MethodNotAllowed, "Nothing can be changed here.");
        }
        else if (endpoint.IsHealth && !IsServedAt(endpoint, request.Path))
        {
            await PlainText.RefuseAsync(response, StatusCodes.Status404NotFound, "Only /livez and /readyz are served at this address.");
        }
        else if (endpoint.NeedsLogin && !IsForm(request.Path) && (visitors is null || await visitors.FindAsync(context) is null))
        {
            // For its scripts the page shows its own form.
            if (request.Headers["Sec-Fetch-Mode"].ToString() is "" or "navigate")
                response.Headers.WWWAuthenticate = "Basic realm=\"S7OpcBridge\", charset=\"UTF-8\"";
            await PlainText.RefuseAsync(
                response,
                StatusCodes.Status401Unauthorized,
                "A user name and password from the bridge's users file are required."
            );
        }
        else
        {
            await next(context);
        }
    }

    private static bool IsServedAt(WebEndpoint endpoint, PathString path) =>
        path == HealthPages.Live || path == HealthPages.Ready || (endpoint.HasMetrics && path == MetricsPage.Path);

    private static bool IsAction(PathString path) => path.StartsWithSegments(WebAction.Root.TrimEnd('/'));

    // The files of the page, which has the form for the login, are known to everybody; actions check the login themselves.
    private static bool IsForm(PathString path) => IsAction(path) || PageFiles.IsFile(path);

    /// <summary>Headers of every answer: pages load nothing from elsewhere and cannot be framed, MIME-sniffed, cached or read by other sites.</summary>
    public static void SetHeaders(IHeaderDictionary headers)
    {
        headers.ContentSecurityPolicy = Policy;
        headers.XContentTypeOptions = "nosniff";
        headers.XFrameOptions = "DENY";
        headers["Referrer-Policy"] = "no-referrer";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
        headers.CacheControl = "no-store";
    }
}
