using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using S7OpcBridge.Web.Connections;
using S7OpcBridge.Web.Login;

namespace S7OpcBridge.Web.Actions;

/// <summary>A request for an action that has passed all checks.</summary>
/// <param name="Context">The request.</param>
/// <param name="Visitor">Who asks; null: nobody known.</param>
/// <param name="Body">The body, within its limit.</param>
internal sealed record ActionCall(HttpContext Context, Visitor? Visitor, ReadOnlyMemory<byte> Body)
{
    /// <summary>Who asks, for commands whose permissions are those of the tag or alarm; null: nobody known.</summary>
    public PageCaller? Caller =>
        Visitor is null
            ? null
            : new PageCaller(
                Visitor.User.Name,
                Visitor.Roles,
                WebLogin.RemoteOf(Context),
                Context.Request.IsHttps || Context.Features.Get<WebEndpoint>() is { IsLoopback: true }
            );

    /// <summary>The body as an object.</summary>
    /// <exception cref="ActionBodyException">It is not that.</exception>
    public T Read<T>(JsonTypeInfo<T> shape)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(Body.Span, shape) ?? throw new ActionBodyException("The body is null.");
        }
        catch (JsonException e)
        {
            throw new ActionBodyException($"The body is not what this action takes: {e.Message}");
        }
    }
}

/// <summary>The body is not what the action takes; the message says why.</summary>
internal sealed class ActionBodyException(string message) : Exception(message);
