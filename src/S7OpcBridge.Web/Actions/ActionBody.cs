using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace S7OpcBridge.Web.Actions;

/// <summary>Reads the body of a request within a limit.</summary>
internal static class ActionBody
{
    private const int FirstRead = 4096;

    /// <summary>The body; null: it is longer than the limit.</summary>
    /// <param name="most">The limit in bytes.</param>
    public static async Task<ReadOnlyMemory<byte>?> ReadAsync(HttpRequest request, int most, CancellationToken cancellationToken)
    {
        if (request.ContentLength > most)
            return null;
        // For the whole server it is 0.
        if (request.HttpContext.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } limit)
            limit.MaxRequestBodySize = most;
        // It takes memory for what has come, not for what is announced.
        var buffer = new byte[Math.Min(most, FirstRead) + 1];
        var length = 0;
        try
        {
            while (true)
            {
                var read = await request.Body.ReadAsync(buffer.AsMemory(length), cancellationToken);
                if (read == 0)
                    return buffer.AsMemory(0, length);
                length += read;
                if (length > most)
                    return null;
                if (length == buffer.Length)
                    Array.Resize(ref buffer, (int)Math.Min(most + 1L, buffer.Length * 2L));
            }
        }
        catch (BadHttpRequestException e) when (e.StatusCode == StatusCodes.Status413PayloadTooLarge)
        {
            // Found by the server while the body came in pieces.
            return null;
        }
    }
}
