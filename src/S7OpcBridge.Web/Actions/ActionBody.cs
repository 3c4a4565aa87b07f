using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace S7OpcBridge.Web.Actions;

/// <summary>Reads the body of a request within a limit.</summary>
internal static class ActionBody
{
    /// <summary>The body; null: it is longer than the limit.</summary>
    public static async Task<ReadOnlyMemory<byte>?> ReadAsync(HttpRequest request, int most)
    {
        if (request.ContentLength > most)
            return null;
        // For the whole server it is 0.
        if (request.HttpContext.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } limit)
            limit.MaxRequestBodySize = most;
        var buffer = new byte[most + 1];
        var length = 0;
        try
        {
            while (length < buffer.Length)
            {
                var read = await request.Body.ReadAsync(buffer.AsMemory(length), request.HttpContext.RequestAborted);
                if (read == 0)
                    return buffer.AsMemory(0, length);
                length += read;
            }
        }
        catch (BadHttpRequestException e) when (e.StatusCode == StatusCodes.Status413PayloadTooLarge)
        {
            // Found by the server while the body came in pieces.
        }
        return null;
    }
}
