namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>Limits the texts that a session keeps of its client: names, URLs, locales.</summary>
internal static class SessionTexts
{
    /// <summary>Characters of a name or a URL.</summary>
    public const int MaxLength = 1024;

    /// <summary>DiscoveryUrls of a client.</summary>
    public const int MaxUrls = 32;

    /// <summary>Locales of a session; further ones are not used.</summary>
    public const int MaxLocales = 16;

    // The longest that programs have to be able to store (RFC 5646, 4.4.1).
    private const int MaxLocaleLength = 35;

    private const int StringHead = 24;

    /// <summary>Checks what a new session is to keep.</summary>
    /// <returns>Its bytes in memory.</returns>
    /// <exception cref="UaException">BadEncodingLimitsExceeded.</exception>
    public static long Check(CreateSessionRequest request)
    {
        var client = request.ClientDescription;
        if (client.DiscoveryUrls.Length > MaxUrls)
            throw TooLong("ClientDescription.DiscoveryUrls", client.DiscoveryUrls.Length, MaxUrls, "elements");
        return BytesOf("SessionName", request.SessionName)
            + BytesOf("EndpointUrl", request.EndpointUrl)
            + BytesOf("ServerUri", request.ServerUri)
            + BytesOf("ApplicationUri", client.ApplicationUri)
            + BytesOf("ProductUri", client.ProductUri)
            + BytesOf("ApplicationName", client.ApplicationName.Text)
            + BytesOf("ApplicationName", client.ApplicationName.Locale)
            + BytesOf("GatewayServerUri", client.GatewayServerUri)
            + BytesOf("DiscoveryProfileUri", client.DiscoveryProfileUri)
            + client.DiscoveryUrls.Sum(static url => BytesOf("DiscoveryUrls", url));
    }

    /// <summary>The locales that a session uses of those that its client asks for.</summary>
    public static string[] Usable(string?[] asked) =>
        [.. asked.OfType<string>().Where(static locale => locale.Length <= MaxLocaleLength).Take(MaxLocales)];

    private static long BytesOf(string what, string? text)
    {
        if (text is { Length: > MaxLength })
            throw TooLong(what, text.Length, MaxLength, "characters");
        return text is null ? sizeof(long) : StringHead + (text.Length * sizeof(char));
    }

    private static UaException TooLong(string what, int length, int most, string unit) =>
        new(StatusCodes.BadEncodingLimitsExceeded, $"{what} has {length} {unit}; {most} are allowed.");
}
