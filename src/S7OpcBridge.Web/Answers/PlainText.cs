using Microsoft.AspNetCore.Http;

namespace S7OpcBridge.Web.Answers;

/// <summary>Writes plain-text answers for people and probes.</summary>
internal static class PlainText
{
    public static Task WriteAsync(HttpResponse response, string text)
    {
        response.ContentType = "text/plain; charset=utf-8";
        return response.WriteAsync(text, response.HttpContext.RequestAborted);
    }
}
