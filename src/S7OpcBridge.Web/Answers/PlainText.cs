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

    /// <summary>Answers with a status of HTTP and why, as a sentence.</summary>
    public static Task RefuseAsync(HttpResponse response, int status, string sentence)
    {
        response.StatusCode = status;
        return WriteAsync(response, sentence + "\n");
    }
}
