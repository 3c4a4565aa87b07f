using Microsoft.AspNetCore.Http;

namespace S7OpcBridge.Web.Login;

/// <summary>
/// The cookie with the id of a session. No script can read it, no other site can make a browser send it, and it is sent over https only where it came from
/// there. It ends with the browser.
/// </summary>
internal static class SessionCookie
{
    /// <summary>Its name.</summary>
    public const string Name = "s7opcbridge";

    /// <summary>The id in a request; null: none.</summary>
    public static string? Read(HttpRequest request) => request.Cookies[Name] is { Length: > 0 } id ? id : null;

    /// <summary>Gives an id to the browser.</summary>
    public static void Write(HttpContext context, string id) => Set(context, $"{Name}={id}");

    /// <summary>Takes it away.</summary>
    public static void Delete(HttpContext context) => Set(context, $"{Name}=; Max-Age=0");

    private static void Set(HttpContext context, string cookie) =>
        context.Response.Headers.SetCookie = $"{cookie}; Path=/; HttpOnly; SameSite=Strict{(context.Request.IsHttps ? "; Secure" : "")}";
}
