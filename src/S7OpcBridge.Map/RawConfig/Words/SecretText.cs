using S7OpcBridge.Map.Keys;

namespace S7OpcBridge.Map.RawConfig.Words;

/// <summary>The key of a mapping that names the file of a secret.</summary>
internal static class SecretFileKeys
{
    public static readonly KeyTable<SecretText> Table = new(
        "secret",
        new MapKey<SecretText>(
            "file",
            KeyShape.Text,
            "File with the secret in its only line; only its owner may read it.",
            static (yaml, secret) => secret.Text = PasswordFiles.Read(yaml, secret.What, secret.Longest)
        )
    );
}

/// <summary>A secret that stands in a file of its own.</summary>
/// <param name="what">What it is, for findings.</param>
/// <param name="longest">Most characters.</param>
internal sealed class SecretText(string what, int longest)
{
    public string What => what;

    public int Longest => longest;

    /// <summary>The secret; null after a finding.</summary>
    public string? Text { get; set; }
}
