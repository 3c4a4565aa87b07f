using System.Text.Json;
using S7OpcBridge.Map;

namespace S7OpcBridge.Clustering;

/// <summary>What a node tells the others of itself.</summary>
/// <param name="MapHash">Hash of what it reads.</param>
/// <param name="ApplicationUri">ApplicationUri of its OPC UA server.</param>
/// <param name="Server">Name of its OPC UA server.</param>
/// <param name="Urls">URLs of its OPC UA server.</param>
internal sealed record NodeDescription(string MapHash, string ApplicationUri, string Server, string[] Urls, byte ServiceLevel)
{
    public static NodeDescription From(ServerSettings server, string mapHash, byte serviceLevel) =>
        new(mapHash, server.ApplicationUri, server.Name, [.. server.ClientUrls], serviceLevel);

    /// <summary>Reads the description of another node; null: it is none.</summary>
    public static NodeDescription? Read(byte[]? bytes)
    {
        try
        {
            return bytes is { Length: > 0 } ? JsonSerializer.Deserialize(bytes, NodeDescriptionJson.Default.NodeDescription) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
