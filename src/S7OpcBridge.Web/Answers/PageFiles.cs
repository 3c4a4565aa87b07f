using System.Collections.Concurrent;
using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace S7OpcBridge.Web.Answers;

/// <summary>The files of the status page, embedded in the program.</summary>
internal static class PageFiles
{
    private const string Prefix = "page/",
        Index = "index.html",
        ImportIndex = "import.html";

    private static readonly ConcurrentDictionary<string, (byte[] Bytes, string Tag)> Sent = new();

    /// <summary>The names of the files.</summary>
    public static IReadOnlySet<string> Names { get; } =
        Assembly
            .GetExecutingAssembly()
            .GetManifestResourceNames()
            .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(name => name[Prefix.Length..])
            .ToHashSet();

    /// <summary>True for the path of one of them.</summary>
    public static bool IsFile(PathString path) =>
        path.Value is ['/', .. var name] && (name.Length == 0 || (name != Index && Names.Contains(name)));

    /// <summary>Sends the file with a path; false: there is none.</summary>
    /// <param name="isImport">True: for an import, where no bridge runs. The page shows its views of that.</param>
    public static async Task<bool> TrySendAsync(HttpContext context, bool isImport = false)
    {
        var path = context.Request.Path;
        if (!IsFile(path))
            return false;
        var name = path == "/" ? Index : path.Value![1..];
        // Read when it is asked for first: a bridge without an open page has none of them in memory.
        var (bytes, tag) = Sent.GetOrAdd(
            isImport && name == Index ? ImportIndex : name,
            static name => WithTag(name == ImportIndex ? ReadImportIndex() : Read(name))
        );
        await SendAsync(context, TypeOf(name), tag, bytes);
        return true;
    }

    /// <summary>Serves one file of a page that has routes.</summary>
    /// <param name="read">Reads it when it is asked for first.</param>
    public static void Map(IEndpointRouteBuilder routes, string name, Func<byte[]> read)
    {
        var file = new Lazy<(byte[] Bytes, string Tag)>(() => WithTag(read()));
        routes.Map(name == Index ? "/" : $"/{name}", context => SendAsync(context, TypeOf(name), file.Value.Tag, file.Value.Bytes));
    }

    private static (byte[] Bytes, string Tag) WithTag(byte[] bytes) =>
        (bytes, $"\"{Convert.ToHexStringLower(SHA256.HashData(bytes).AsSpan(0, 8))}\"");

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

    private static byte[] ReadImportIndex() =>
        Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(Read(Index)).Replace("<html ", "<html data-import ", StringComparison.Ordinal));

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
