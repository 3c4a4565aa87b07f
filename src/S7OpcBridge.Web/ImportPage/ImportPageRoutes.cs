using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using S7OpcBridge.Web.Answers;

namespace S7OpcBridge.Web.ImportPage;

/// <summary>The files of the page, and what it asks for and tells while somebody chooses.</summary>
internal static class ImportPageRoutes
{
    private const string Prefix = "import/";

    // The look of the status page, and how it asks.
    private static readonly string[] Shared =
    [
        "base.css",
        "plcs.css",
        "tables.css",
        "api.js",
        "dom.js",
        "format.js",
        "language.js",
        "german.js",
        "icon.svg",
    ];

    /// <summary>The files with their content: its own, and those that it shares with the status page.</summary>
    public static IReadOnlyDictionary<string, byte[]> Files { get; } =
        typeof(ImportPageRoutes)
            .Assembly.GetManifestResourceNames()
            .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal))
            .ToDictionary(name => name[Prefix.Length..], PageFiles.ReadResource)
            .Concat(Shared.ToDictionary(name => name, PageFiles.Read))
            .ToDictionary();

    public static void Map(IEndpointRouteBuilder routes, ImportPageSession session)
    {
        foreach (var (name, bytes) in Files)
            PageFiles.Map(routes, name, () => bytes);
        var json = ImportPageJson.Default;
        Get(routes, "overview", json.ImportOverview, _ => Task.FromResult(session.Overview()));
        Get(
            routes,
            "load",
            json.LoadAnswer,
            context => session.LoadAsync(NumberOf(context.Request.Query["change"]), context.RequestAborted)
        );
        Post(routes, "rows", json.RowsRequest, json.ShownRows, (wish, _) => Task.FromResult(session.Rows(wish)));
        Post(routes, "change", json.ChangeRequest, json.ChangeAnswer, (wish, _) => Task.FromResult(session.Change(wish)));
        Post(
            routes,
            "write",
            json.WriteMapRequest,
            json.WriteAnswer,
            (wish, context) =>
            {
                // The program ends behind the answer.
                context.Response.OnCompleted(() =>
                {
                    if (session.Written is { } end)
                        session.Close(end);
                    return Task.CompletedTask;
                });
                return session.WriteAsync(wish, context.RequestAborted);
            }
        );
        routes.MapPost(
            "/api/stop",
            context =>
            {
                context.Response.OnCompleted(() =>
                {
                    session.Stop();
                    return Task.CompletedTask;
                });
                context.Response.StatusCode = StatusCodes.Status204NoContent;
                return Task.CompletedTask;
            }
        );
    }

    private static int NumberOf(string? text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;

    private static void Get<T>(IEndpointRouteBuilder routes, string name, JsonTypeInfo<T> shape, Func<HttpContext, Task<T>> answer) =>
        routes.MapGet($"/api/{name}", async context => await JsonAnswer.WriteAsync(context.Response, await answer(context), shape));

    private static void Post<TWish, T>(
        IEndpointRouteBuilder routes,
        string name,
        JsonTypeInfo<TWish> wishes,
        JsonTypeInfo<T> shape,
        Func<TWish, HttpContext, Task<T>> answer
    )
        where TWish : class =>
        routes.MapPost(
            $"/api/{name}",
            async context =>
            {
                try
                {
                    var wish =
                        await JsonSerializer.DeserializeAsync(context.Request.Body, wishes, context.RequestAborted)
                        ?? throw new PageQueryException("Something must be asked for.");
                    await JsonAnswer.WriteAsync(context.Response, await answer(wish, context), shape);
                }
                catch (Exception fault) when (fault is PageQueryException or JsonException)
                {
                    await PlainText.RefuseAsync(
                        context.Response,
                        StatusCodes.Status400BadRequest,
                        fault is PageQueryException ? fault.Message : "This is not the JSON of the page."
                    );
                }
            }
        );
}
