using System.Text;
using System.Text.Json.Nodes;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Login;

namespace S7OpcBridge.Web.ApiDocument;

/// <summary>
/// Writes the OpenAPI document (3.1) of the table of actions and of what the page reads. Microsoft.AspNetCore.OpenApi finds nothing in such routes; why this
/// is our own stands in docs/decisions.md.
/// </summary>
internal static class ApiDocumentWriter
{
    private const string Json = "application/json";

    /// <summary>The document.</summary>
    public static byte[] Write(IEnumerable<WebAction> actions, string version)
    {
        var (schemas, paths) = (new ApiSchemas(), new JsonObject());
        var described = ActionDescriptions.List().ToDictionary(static each => each.Name);
        foreach (var action in actions)
            paths[action.Path] = new JsonObject
            {
                [action.IsPost ? "post" : "get"] = Describe(action, described.GetValueOrDefault(action.Name), schemas),
            };
        foreach (var answer in PageDescriptions.List())
            paths[$"/api/{answer.Name}"] = new JsonObject { ["get"] = Describe(answer, schemas) };
        var document = new JsonObject
        {
            ["openapi"] = "3.1.0",
            ["info"] = new JsonObject
            {
                ["title"] = "S7OpcBridge",
                ["version"] = version,
                ["description"] =
                    "Refusals are sentences in plain text. What is below /api/v1/ stays; what is below /api/ is for the page.",
            },
            ["servers"] = new JsonArray(new JsonObject { ["url"] = "/" }),
            ["paths"] = paths,
            ["components"] = new JsonObject { ["schemas"] = schemas.All, ["securitySchemes"] = Securities() },
        };
        return Encoding.UTF8.GetBytes(document.ToJsonString());
    }

    private static JsonObject Describe(WebAction action, ApiDescription? known, ApiSchemas schemas)
    {
        var operation = Operation(action.Name, action.Name.Split('/')[0], known, schemas);
        operation["description"] = action.Right switch
        {
            Right.Everybody => "Everybody.",
            Right.Reader => "Whoever may look at the page; beyond loopback whoever has logged in.",
            Right.LoggedIn => "Whoever has logged in.",
            Right.Oneself => "Whoever has logged in with a password, about the own user.",
            Right.Permission => "Whoever has the permission at the tag or alarm, as over OPC UA.",
            var role => $"Needs the role {role}.",
        };
        operation["security"] =
            action.Right <= Right.Reader ? new JsonArray([new JsonObject(), .. Ways(action)]) : new JsonArray([.. Ways(action)]);
        if (action.IsPost)
            operation["requestBody"] = new JsonObject
            {
                ["required"] = true,
                ["description"] = $"At most {action.MaxBody} bytes.",
                ["content"] = Content(Json, known?.Body is { } body ? schemas.Refer(body()) : new JsonObject { ["type"] = "object" }),
            };
        var responses = operation["responses"]!.AsObject();
        responses["400"] = Refusal("The query or body is not what this takes.");
        if (action.Right > Right.Everybody)
            responses["401"] = Refusal("Nobody is logged in, or the token has ended.");
        responses["403"] = Refusal("The user may not, or nothing can be changed here.");
        if (!action.IsPost)
            return operation;
        responses["409"] = Refusal("It was not done; the sentence says why.");
        responses["413"] = Refusal("The body is too long.");
        responses["503"] = Refusal("Others are at the same; try again in a moment.");
        return operation;
    }

    private static JsonObject Describe(ApiDescription answer, ApiSchemas schemas)
    {
        var operation = Operation($"page/{answer.Name}", "page", answer, schemas);
        if (answer.Name.Contains("{format}", StringComparison.Ordinal))
            operation["parameters"] = new JsonArray(
                new JsonObject
                {
                    ["name"] = "format",
                    ["in"] = "path",
                    ["required"] = true,
                    ["schema"] = new JsonObject { ["type"] = "string" },
                }
            );
        operation["responses"]!["404"] = Refusal("The map does not contain this, or no longer.");
        return operation;
    }

    private static JsonObject Operation(string name, string tag, ApiDescription? known, ApiSchemas schemas)
    {
        var shape = known?.Answer is { } answer ? schemas.Refer(answer()) : new JsonObject();
        return new JsonObject
        {
            ["operationId"] = name.Replace('/', '_').Replace('-', '_').Replace('.', '_').Replace("{", "").Replace("}", ""),
            ["tags"] = new JsonArray(tag),
            ["summary"] = known?.Summary ?? name,
            ["parameters"] = new JsonArray([.. (known?.Query ?? []).Select(Parameter)]),
            ["responses"] = new JsonObject
            {
                ["200"] = new JsonObject
                {
                    ["description"] = "Done.",
                    ["content"] = Content(known is { Answer: null } ? known.MediaType : Json, shape),
                },
            },
        };
    }

    private static JsonObject Parameter(string text)
    {
        var colon = text.IndexOf(':');
        var isList = text.StartsWith("tags:", StringComparison.Ordinal);
        var one = new JsonObject { ["type"] = "string" };
        return new JsonObject
        {
            ["name"] = text[..colon],
            ["in"] = "query",
            ["description"] = text[(colon + 2)..],
            ["schema"] = isList ? new JsonObject { ["type"] = "array", ["items"] = one } : one,
        };
    }

    private static IEnumerable<JsonObject> Ways(WebAction action) =>
        [
            new() { ["token"] = new JsonArray() },
            new() { ["password"] = new JsonArray() },
            action.IsPost
                ? new() { ["session"] = new JsonArray(), ["sessionToken"] = new JsonArray() }
                : new() { ["session"] = new JsonArray() },
        ];

    private static JsonObject Securities() =>
        new()
        {
            ["token"] = new JsonObject
            {
                ["type"] = "http",
                ["scheme"] = "bearer",
                ["description"] = "A token made on the users view.",
            },
            ["password"] = new JsonObject
            {
                ["type"] = "http",
                ["scheme"] = "basic",
                ["description"] = "Name and password of a user.",
            },
            ["session"] = new JsonObject
            {
                ["type"] = "apiKey",
                ["in"] = "cookie",
                ["name"] = SessionCookie.Name,
                ["description"] = "The cookie of a login.",
            },
            ["sessionToken"] = new JsonObject
            {
                ["type"] = "apiKey",
                ["in"] = "header",
                ["name"] = ForgeryCheck.TokenHeader,
                ["description"] = "With the cookie: 'token' of the session; also an Origin of the page is needed.",
            },
        };

    private static JsonObject Refusal(string what) =>
        new() { ["description"] = what, ["content"] = Content("text/plain", new JsonObject { ["type"] = "string" }) };

    private static JsonObject Content(string type, JsonObject schema) => new() { [type] = new JsonObject { ["schema"] = schema } };
}
