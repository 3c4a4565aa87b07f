using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub.Json;

internal sealed partial class UaJsonWriter
{
    /// <summary>The text form with the namespace's URI, because an index means nothing outside of a session (5.4.2.10); null is <c>"i=0"</c>.</summary>
    public void WriteNodeId(in NodeId value) => Json.WriteStringValue(TextOf(value));

    /// <summary>As a node id; a server index is written as <c>svr=</c>, since the URIs of other servers are not known here (5.4.2.11).</summary>
    public void WriteExpandedNodeId(in ExpandedNodeId value)
    {
        var text = value.NamespaceUri is null ? TextOf(value.Id) : $"nsu={Escaped(value.NamespaceUri)};{value.Id.In(0)}";
        Json.WriteStringValue(value.ServerIndex == 0 ? text : $"svr={value.ServerIndex};{text}");
    }

    /// <summary>The namespace's URI and the name (5.4.2.14); null is the literal <c>null</c>.</summary>
    public void WriteQualifiedName(QualifiedName value) =>
        Json.WriteStringValue(value.Name is null ? null : $"{PrefixOf(value.Namespace)}{value.Name}");

    /// <summary>An object with those of locale and text that are there (5.4.2.15); null is the literal <c>null</c>.</summary>
    public void WriteLocalizedText(LocalizedText value)
    {
        if (value is { Text: null, Locale: null })
        {
            Json.WriteNullValue();
            return;
        }

        Json.WriteStartObject();
        if (value.Locale is not null)
            Json.WriteString(JsonNames.Locale, value.Locale);
        if (value.Text is not null)
            Json.WriteString(JsonNames.Text, value.Text);
        Json.WriteEndObject();
    }

    private string TextOf(in NodeId value) => $"{PrefixOf(value.Namespace)}{value.In(0)}";

    private string PrefixOf(ushort namespaceIndex) =>
        namespaceIndex == 0 ? ""
        : namespaceIndex < namespaceUris.Length ? $"nsu={Escaped(namespaceUris[namespaceIndex])};"
        : $"ns={namespaceIndex};";

    // A semicolon ends the URI (OPC 10000-6, 5.1.12).
    private static string Escaped(string uri) => uri.Replace("%", "%25").Replace(";", "%3B");
}
