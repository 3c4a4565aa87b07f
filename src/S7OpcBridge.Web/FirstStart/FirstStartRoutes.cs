using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using S7OpcBridge.Web.Answers;

namespace S7OpcBridge.Web.FirstStart;

/// <summary>The files of the page, what it shows, and what it sends once.</summary>
internal static class FirstStartRoutes
{
    private const string Prefix = "first/";

    // The look of the status page.
    private static readonly string[] Shared = ["base.css", "api.js", "dom.js", "language.js", "german.js", "icon.svg"];

    /// <summary>The files with their content.</summary>
    public static IReadOnlyDictionary<string, byte[]> Files { get; } =
        typeof(FirstStartRoutes)
            .Assembly.GetManifestResourceNames()
            .Where(static name => name.StartsWith(Prefix, StringComparison.Ordinal))
            .ToDictionary(static name => name[Prefix.Length..], PageFiles.ReadResource)
            .Concat(Shared.ToDictionary(static name => name, PageFiles.Read))
            .ToDictionary();

    /// <summary>Serves them.</summary>
    /// <param name="options">What is asked for.</param>
    /// <param name="code">Permits it.</param>
    /// <param name="done">Called behind the answer that says that the map is written.</param>
    public static void Map(IEndpointRouteBuilder routes, FirstStartOptions options, FirstCode code, Action done)
    {
        foreach (var (name, bytes) in Files)
            PageFiles.Map(routes, name, () => bytes);
        routes.MapGet(
            "/api/first",
            context =>
                JsonAnswer.WriteAsync(
                    context.Response,
                    new FirstStartOverview(options.Map, Environment.MachineName.ToLowerInvariant(), options.IsOpen, options.Version),
                    FirstStartJson.Default.FirstStartOverview
                )
        );
        routes.MapPost("/api/first", context => TakeAsync(context, options, code, done));
    }

    private static async Task TakeAsync(HttpContext context, FirstStartOptions options, FirstCode code, Action done)
    {
        FirstStartBody? body;
        try
        {
            body = await JsonSerializer.DeserializeAsync(
                context.Request.Body,
                FirstStartJson.Default.FirstStartBody,
                context.RequestAborted
            );
        }
        catch (JsonException)
        {
            body = null;
        }
        if (body is null)
        {
            await PlainText.RefuseAsync(context.Response, StatusCodes.Status400BadRequest, "This is not the JSON of the page.");
            return;
        }
        var choices = new FirstStartChoices(
            body.Name,
            body.Port,
            body.IsOpen,
            body.HasConsole,
            body.User,
            body.Password,
            context.Request.Host.Host
        );
        // What has begun is brought to its end, also where the browser leaves.
        var (isRight, fault) = await code.UseAsync(
            body.Code,
            () => Task.Run(() => options.Write(choices), CancellationToken.None),
            context.RequestAborted
        );
        if (fault is not null)
        {
            await PlainText.RefuseAsync(context.Response, isRight ? StatusCodes.Status409Conflict : StatusCodes.Status403Forbidden, fault);
            return;
        }
        context.Response.OnCompleted(() =>
        {
            done();
            return Task.CompletedTask;
        });
        await JsonAnswer.WriteAsync(
            context.Response,
            new FirstStartDone(options.ConsoleOf(choices)),
            FirstStartJson.Default.FirstStartDone
        );
    }
}
