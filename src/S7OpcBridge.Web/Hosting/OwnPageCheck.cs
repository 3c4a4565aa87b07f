using Microsoft.AspNetCore.Http;
using S7OpcBridge.Web.Answers;

namespace S7OpcBridge.Web.Hosting;

/// <summary>Lets only the page itself send something, where nobody logs in: as JSON, and from its own origin.</summary>
internal static class OwnPageCheck
{
    /// <summary>The refusal of a request; null: it may pass.</summary>
    public static Task? Refuse(HttpContext context)
    {
        var (request, response) = (context.Request, context.Response);
        if (HttpMethods.IsPost(request.Method))
        {
            // A page of another site can send a form or plain text without being asked, but neither this type nor this origin.
            if (request.Headers.Origin != $"{request.Scheme}://{request.Host.Value}")
                return PlainText.RefuseAsync(response, StatusCodes.Status403Forbidden, "Only the page itself may do this.");
            return request.HasJsonContentType()
                ? null
                : PlainText.RefuseAsync(response, StatusCodes.Status415UnsupportedMediaType, "Send JSON.");
        }
        if (HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method))
            return null;
        response.Headers.Allow = "GET, HEAD, POST";
        return PlainText.RefuseAsync(response, StatusCodes.Status405MethodNotAllowed, "This is not possible here.");
    }
}
