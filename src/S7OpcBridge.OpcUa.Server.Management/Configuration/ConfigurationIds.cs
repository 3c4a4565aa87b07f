namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>Nodes of ServerConfiguration under shorter names than in NodeIds.csv.</summary>
internal static class ConfigurationIds
{
    public const uint ServerConfiguration = 12637,
        SupportedPrivateKeyFormats = 12639,
        MaxTrustListSize = 12640,
        MulticastDnsEnabled = 12641,
        ServerCapabilities = 12710,
        HasSecureElement = 23597,
        ApplicationUri = 25706,
        ApplicationType = 25707,
        ProductUri = 25725;

    public const uint UpdateCertificate = 13737,
        ApplyChanges = 12740,
        CancelChanges = 25708,
        CreateSigningRequest = 12737,
        GetRejectedList = 12777;

    public const uint CertificateGroups = 14053;

    public const uint DefaultApplicationGroup = 14156,
        CertificateTypes = 14161,
        RsaSha256ApplicationCertificateType = 12560;

    /// <summary>The TrustList of the DefaultApplicationGroup, and its variables.</summary>
    public const uint TrustList = 12642,
        Size = 12643,
        Writable = 14157,
        UserWritable = 14158,
        OpenCount = 12646,
        LastUpdateTime = 12662;

    /// <summary>Its methods.</summary>
    public const uint Open = 12647,
        Close = 12650,
        Read = 12652,
        Write = 12655,
        GetPosition = 12657,
        SetPosition = 12660,
        OpenWithMasks = 12663,
        CloseAndUpdate = 12666,
        AddCertificate = 12668,
        RemoveCertificate = 12670;

    /// <summary>Optional nodes that this server does not have: groups for HTTPS and users, ResetToServerDefaults.</summary>
    public static ReadOnlySpan<uint> NotServed => [14088, 14122, 25709];
}
