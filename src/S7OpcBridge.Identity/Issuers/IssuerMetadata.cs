using System.Text;
using System.Text.Json;

namespace S7OpcBridge.Identity.Issuers;

/// <summary>What tells OPC UA clients where to get a token: a JSON object (OPC 10000-6, 6.5.2.2).</summary>
internal static class IssuerMetadata
{
    private const string Profile = "http://opcfoundation.org/UA/Authorization#OAuth2";

    /// <summary>The object as text.</summary>
    /// <param name="issuer">The issuer.</param>
    /// <param name="audience">For whom its tokens must be.</param>
    public static string Of(string issuer, string audience)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes))
        {
            json.WriteStartObject();
            json.WriteString("ua:resourceId", audience);
            json.WriteString("ua:authorityUrl", issuer);
            json.WriteString("ua:authorityProfileUri", Profile);
            // The names that UA-.NETStandard reads instead.
            json.WriteString("ua:resourceUri", audience);
            json.WriteString("ua:authorityUri", issuer);
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(bytes.ToArray());
    }
}
