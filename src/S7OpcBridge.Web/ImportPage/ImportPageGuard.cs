using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Hosting;

namespace S7OpcBridge.Web.ImportPage;

/// <summary>
/// Lets only the browser of the user in who started the import. The printed address has a key that works once; it leads to the page, whose path is another key
/// that appears on no command line. Other names for this machine (DNS rebinding) and writes from other pages are refused. Any thread.
/// </summary>
/// <param name="opened">Called when the printed address was opened.</param>
internal sealed class ImportPageGuard(Action opened)
{
    private const int KeyBytes = 24;

    private readonly string _page = NewKey();
    private int _isOpened;

    /// <summary>The key of the printed address.</summary>
    public string FirstKey { get; } = NewKey();

    /// <summary>Checks a request, and hands it on with the path below the page.</summary>
    public Task PassAsync(HttpContext context, RequestDelegate next)
    {
        var (request, response) = (context.Request, context.Response);
        WebRequestFilter.SetHeaders(response.Headers);
        if (!Loopback.IsHost(request.Host.Host))
            return PlainText.RefuseAsync(
                response,
                StatusCodes.Status421MisdirectedRequest,
                "This address is only for this machine; open it as 127.0.0.1."
            );
        var (key, rest) = Divide(request.Path);
        if (IsSame(key, FirstKey) && rest.Length <= 1)
            return OpenAsync(context);
        if (!IsSame(key, _page))
            return PlainText.RefuseAsync(
                response,
                StatusCodes.Status403Forbidden,
                "Open the page by the address that the program printed."
            );
        if (OwnPageCheck.Refuse(context) is { } refusal)
            return refusal;
        request.PathBase = $"/{key}";
        request.Path = rest.Length == 0 ? "/" : rest;
        return next(context);
    }

    private Task OpenAsync(HttpContext context)
    {
        // A browser that looks ahead is not a person who opens the page.
        if (
            !HttpMethods.IsGet(context.Request.Method)
            || context.Request.Headers["Sec-Purpose"].ToString().Contains("prefetch", StringComparison.Ordinal)
        )
            return PlainText.RefuseAsync(context.Response, StatusCodes.Status503ServiceUnavailable, "Open the address in a browser.");
        if (Interlocked.Exchange(ref _isOpened, 1) != 0)
            return PlainText.RefuseAsync(
                context.Response,
                StatusCodes.Status403Forbidden,
                "This address was opened already, and works once. If you did not open it, "
                    + "press Ctrl+C where the program runs. Else go on in that window, or start the import again."
            );
        opened();
        context.Response.StatusCode = StatusCodes.Status303SeeOther;
        context.Response.Headers.Location = $"/{_page}/";
        return Task.CompletedTask;
    }

    private static (string Key, string Below) Divide(PathString path)
    {
        var text = path.Value ?? "";
        var slash = text.Length > 1 ? text.IndexOf('/', 1) : -1;
        return slash < 0 ? (text.TrimStart('/'), "") : (text[1..slash], text[slash..]);
    }

    private static bool IsSame(string key, string known) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(key), Encoding.UTF8.GetBytes(known));

    private static string NewKey() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(KeyBytes));
}
