using System.Collections.Frozen;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;

namespace S7OpcBridge.Identity.Users;

/// <summary>The users at one moment. Immutable.</summary>
internal sealed class UserList
{
    private readonly FrozenDictionary<string, UserEntry> _users;

    // Hash that is checked for an unknown user; no password matches it.
    private readonly PasswordHash _nobody;

    /// <param name="roles">The roles of the users file.</param>
    public UserList(IReadOnlyCollection<UserEntry> users, IReadOnlyList<RoleEntry>? roles = null)
    {
        (All, Roles) = (users, roles ?? []);
        _users = users.Where(user => !user.IsDisabled).ToFrozenDictionary(user => user.Name, StringComparer.Ordinal);
        var rounds = users.Select(user => user.Password?.Rounds ?? 0).Append(PasswordHash.MinRounds).Max();
        _nobody = new PasswordHash(rounds, RandomNumberGenerator.GetBytes(16), RandomNumberGenerator.GetBytes(64));
    }

    /// <summary>All users in the order of the file, disabled ones too.</summary>
    public IReadOnlyCollection<UserEntry> All { get; }

    /// <summary>The roles of the users file: custom ones and conditions for well-known ones.</summary>
    public IReadOnlyList<RoleEntry> Roles { get; }

    /// <summary>Number of users.</summary>
    public int Count => All.Count;

    /// <summary>A user who may log in, by name, or null.</summary>
    public UserEntry? Find(string name) => _users.GetValueOrDefault(name);

    /// <summary>The user of a certificate, or null; the most specific selection counts.</summary>
    public UserEntry? Find(X509Certificate2 certificate) =>
        _users.Values.Where(user => user.Certificate?.Fits(certificate) == true).MaxBy(user => user.Certificate!.Specificity);

    /// <summary>The user with this name and password, or null. An unknown name takes as long as a known one, with any password.</summary>
    public UserEntry? Check(string name, ReadOnlySpan<byte> password)
    {
        var known = _users.GetValueOrDefault(name);
        var isRight = (known?.Password ?? _nobody).Verify(password);
        // Hashes with fewer rounds than the costliest one are extended to the same duration, so that timing does not reveal existing names.
        if (known?.Password is { } hash && hash.Rounds < _nobody.Rounds)
            (_nobody with { Rounds = _nobody.Rounds - hash.Rounds }).Verify(password);
        return isRight ? known : null;
    }
}
