using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.Map;

namespace S7OpcBridge.Identity;

/// <summary>A token with which a script acts for the user who made it.</summary>
/// <param name="Name">Its name, unique in the file.</param>
/// <param name="Owner">The user who made it; without this user it admits nobody.</param>
/// <param name="OwnerKey">See <see cref="KeyOf"/>: the entry of the users file that it belongs to.</param>
/// <param name="Roles">What it may at most; of these it has those that its owner has now.</param>
/// <param name="Hash">SHA-256 of its text as hexadecimal digits. The text has 256 random bits, so that nothing slower is needed.</param>
/// <param name="Made">When it was made.</param>
/// <param name="Expires">When it ends.</param>
/// <param name="LastUsed">When it was last used, up to an hour late in the file; null: never.</param>
public sealed record ScriptToken(
    string Name,
    string Owner,
    string OwnerKey,
    IReadOnlyList<string> Roles,
    string Hash,
    DateTimeOffset Made,
    DateTimeOffset Expires,
    DateTimeOffset? LastUsed = null
)
{
    /// <summary>Limits of the days that a token lasts, and of the tokens of all users.</summary>
    public const int MostDays = 365,
        Most = 500;

    private const int KeyDigits = 32;

    /// <summary>True: it was made by this user, who has had the same password since.</summary>
    public bool IsOf(UserEntry user) => user.Name == Owner && KeyOf(user) is { } key && key == OwnerKey;

    /// <summary>
    /// What a token is bound to: the salted hash of the password at the time it was made, hashed once more. So it ends with a new password, and no later user
    /// of the same name gets it, whoever edits the file. Null: a user without a password has no tokens.
    /// </summary>
    public static string? KeyOf(UserEntry user) =>
        user.Password is { } password
            ? Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(password.ToString())))[..KeyDigits]
            : null;
}
