using System.Reflection;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace S7OpcBridge.Web.Answers;

/// <summary>The files of the status page, embedded in the program.</summary>
internal static class PageFiles
{
    private const string Prefix = "page/",
        Index = "index.html";

    /// <summary>The names of the files.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        .. Assembly
            .GetExecutingAssembly()
            .GetManifestResourceNames()
            .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(name => name[Prefix.Length..]),
    ];

    /// <summary>True for the path of one of them.</summary>
    public static bool IsFile(PathString path) =>
        path.Value is ['/', .. var name] && (name.Length == 0 || (name != Index && Names.Contains(name)));

    public static void Map(IEndpointRouteBuilder routes)
    {
        foreach (var name in Names)
            Map(routes, name, () => Read(name));
    }

    /// <summary>Serves one file of a page.</summary>
    /// <param name="read">Reads it when it is asked for first: a bridge without an open page has none of them in memory.</param>
    public static void Map(IEndpointRouteBuilder routes, string name, Func<byte[]> read)
    {
        var file = new Lazy<(byte[] Bytes, string Tag)>(() =>
        {
            var bytes = read();
            return (bytes, $"\"{Convert.ToHexStringLower(SHA256.HashData(bytes).AsSpan(0, 8))}\"");
        });
        routes.Map(name == Index ? "/" : $"/{name}", context => SendAsync(context, TypeOf(name), file.Value.Tag, file.Value.Bytes));
    }

    /// <summary>The content of a file.</summary>
    public static byte[] Read(string name) => ReadResource(Prefix + name);

    /// <summary>The content of a file by the name of its resource.</summary>
    public static byte[] ReadResource(string name)
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream(name)!;
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }

    private static Task SendAsync(HttpContext context, string type, string tag, byte[] bytes)
    {
        // Browsers revalidate the files on each visit; they change only with the version of the program.
        context.Response.Headers.CacheControl = "no-cache";
        context.Response.Headers.ETag = tag;
        if (context.Request.Headers.IfNoneMatch == tag)
        {
            context.Response.StatusCode = StatusCodes.Status304NotModified;
            return Task.CompletedTask;
        }
        context.Response.ContentType = type;
        context.Response.ContentLength = bytes.Length;
        return context.Response.Body.WriteAsync(bytes, context.RequestAborted).AsTask();
    }

    private static string TypeOf(string name) =>
        Path.GetExtension(name) switch
        {
            ".html" => "text/html; charset=utf-8",
            ".css" => "text/css; charset=utf-8",
            ".js" => "text/javascript; charset=utf-8",
            ".svg" => "image/svg+xml",
            var other => throw new InvalidOperationException($"There is no content type for {other} files."),
        };
}
