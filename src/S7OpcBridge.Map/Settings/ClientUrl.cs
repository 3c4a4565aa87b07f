namespace S7OpcBridge.Map.Settings;

/// <summary>
/// Makes the URLs for clients exactly as the OPC UA server shows them in its endpoints, because clients compare them byte for byte: the scheme in small
/// letters, always with a port, with the path of the endpoint.
/// </summary>
internal static class ClientUrl
{
    private const string Scheme = "opc.tcp://";

    /// <summary>The URL with an advertised name or address, which may have a port or be a URL itself.</summary>
    /// <param name="name">The name.</param>
    /// <param name="endpoint">Where the server listens: the port if the name has none, and the path.</param>
    public static string From(string name, Uri endpoint)
    {
        var authority = WithoutScheme(name);
        if (authority.IndexOf('/') is var slash and >= 0)
            authority = authority[..slash];
        var (host, port) = Split(authority);
        return $"{Scheme}{(host.Contains(':') ? $"[{host}]" : host)}:{port ?? endpoint.Port}{PathOf(endpoint)}";
    }

    private static (string Host, int? Port) Split(string authority)
    {
        var end = authority.StartsWith('[') ? authority.IndexOf(']') : -1;
        var host = end > 0 ? authority[1..end] : authority;
        var rest = end > 0 ? authority[(end + 1)..] : "";
        if (end < 0 && authority.IndexOf(':') is var colon and >= 0 && colon == authority.LastIndexOf(':'))
            (host, rest) = (authority[..colon], authority[colon..]);
        return (host, int.TryParse(rest.TrimStart(':'), out var port) ? port : null);
    }

    private static string PathOf(Uri endpoint) =>
        WithoutScheme(endpoint.OriginalString) is var rest && rest.IndexOf('/') is var slash and >= 0 ? rest[slash..] : "";

    private static string WithoutScheme(string url) =>
        url.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) ? url[Scheme.Length..] : url;
}
