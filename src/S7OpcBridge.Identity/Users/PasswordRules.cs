namespace S7OpcBridge.Identity;

/// <summary>Which passwords users may have, by whatever way they are given.</summary>
public static class PasswordRules
{
    /// <summary>Lengths in characters.</summary>
    public const int MinLength = 8,
        MaxLength = 256;

    /// <summary>The rules as a sentence.</summary>
    public static readonly string Sentence = $"{MinLength} to {MaxLength} characters of any kind.";

    /// <summary>The fault of a password, or null. Never tells the password.</summary>
    public static string? FaultOf(string password) =>
        password.Length is < MinLength or > MaxLength
            ? $"the password has {password.Length} characters; use {MinLength} to {MaxLength}"
            : null;
}
