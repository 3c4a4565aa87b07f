namespace S7OpcBridge.Services;

/// <summary>A witness that is to be a service.</summary>
/// <param name="Listen">Address and port for the nodes.</param>
/// <param name="Secret">Full path of the file with the secret of the cluster; null: it makes one at its first start.</param>
internal sealed record WitnessService(string Listen, string? Secret)
{
    /// <summary>Name of its service where none is given.</summary>
    public const string DefaultName = ServicePlaces.DefaultName + "-witness";

    /// <summary>The words after those that start the program.</summary>
    /// <param name="store">Its file.</param>
    /// <param name="secret">The file with the secret, as the service reads it.</param>
    public IReadOnlyList<string> Words(string store, string? secret) =>
        [
            "witness",
            "--listen",
            Listen,
            "--store",
            store,
            .. Secret is null || secret is null ? Array.Empty<string>() : ["--secret", secret],
        ];
}
