using System.Collections.Concurrent;
using System.Net;
using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Identity.Issuers;
using S7OpcBridge.Identity.Users;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Management;
using S7OpcBridge.Words;

namespace S7OpcBridge.Identity;

/// <summary>Authenticates users by name and password or by certificate, and checks later whether they would still be accepted.</summary>
public sealed partial class Logins
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromSeconds(2);

    private readonly LoginThrottle _throttle;
    private readonly PasswordChecks _passwords;
    private readonly UserSource _users;
    private readonly UserTrust? _trust;
    private readonly IssuerLogins? _issuers;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly Dictionary<string, string?> _likes;
    private readonly ConcurrentDictionary<string, (string Before, string Now)> _changed = new(StringComparer.Ordinal);
    private IReadOnlyList<RoleEntry>? _rolesTaken;
    private Action<Func<UaUser, UaUser?>>? _recheck;

    /// <param name="settings">The settings with the users.</param>
    /// <param name="logger">Receives the log.</param>
    public Logins(ServerSettings settings, TimeProvider time, ILogger logger)
        : this(settings, time, logger, KeyFetch.FetchAsync) { }

    internal Logins(
        ServerSettings settings,
        TimeProvider time,
        ILogger logger,
        Func<TokenIssuer, CancellationToken, Task<string>> fetchKeys
    )
    {
        (_throttle, _users, _time, _logger) = (new LoginThrottle(time), new UserSource(settings, logger), time, logger);
        _passwords = new PasswordChecks(_throttle, time);
        _likes = _users.Current.Roles.ToDictionary(role => role.Name, role => role.Like);
        TakeRoles(_users.Current);
        Tokens = new ScriptTokens(() => _users.File, name => _users.Current.Find(name), time, logger);
        _issuers = settings.Issuers.Count > 0 ? new IssuerLogins(settings, () => _users.Current.Roles, fetchKeys, time, logger) : null;
        _trust = settings.Certificates is { } folder ? new UserTrust(new CertificateStores(folder).Users, time, logger) : null;
    }

    /// <inheritdoc cref="PasswordChecks.Hashed"/>
    public int PasswordsHashed => _passwords.Hashed;

    /// <summary>See <see cref="UserNameCheck"/>.</summary>
    public async ValueTask<UaUser?> CheckAsync(
        string userName,
        ReadOnlyMemory<byte> password,
        EndPoint? remote,
        CancellationToken cancellationToken
    )
    {
        cancellationToken.ThrowIfCancellationRequested();
        RefuseIfThrottled(userName, remote);
        var (user, wait) = await _passwords.CheckAsync(_users.Current, userName, password, remote, cancellationToken);
        if (wait > TimeSpan.Zero)
            Slowed(_logger, Printable.From(userName), remote, wait.TotalSeconds);
        return user is null ? null : new LoggedIn(user, []);
    }

    /// <summary>See <see cref="UserNameLook"/>. Names that nobody has get their turns like others, so that times do not tell them.</summary>
    public string? LookAt(string userName, EndPoint? remote) => RefusalOf(userName, remote);

    /// <summary>See <see cref="UserCertificateCheck"/>.</summary>
    /// <exception cref="UaException">The certificate is not trusted; the message says why and what to do.</exception>
    public ValueTask<UaUser?> CheckCertificateAsync(
        IReadOnlyList<X509Certificate2> chain,
        EndPoint? remote,
        CancellationToken cancellationToken
    )
    {
        cancellationToken.ThrowIfCancellationRequested();
        _trust!.Check(chain);
        return ValueTask.FromResult<UaUser?>(
            _users.Current.Find(chain[0]) is { } user ? new LoggedIn(user, [.. chain.Select(c => c.RawData)]) : null
        );
    }

    /// <summary>The present state of a user; null: the user would no longer be accepted with the same credentials.</summary>
    public UaUser? Recheck(UaUser user)
    {
        if (user is TokenUser token)
            return _issuers!.Recheck(token);
        if (user is not LoggedIn { Entry: var before, Chain: var chain })
            return null;
        if (chain.Count == 0)
            return _users.Current.Find(before.Name) is { } now && IsPasswordOf(now, before.Password?.ToString())
                ? new LoggedIn(now with { Password = before.Password }, [])
                : null;
        var certificates = chain.Select(raw => X509CertificateLoader.LoadCertificate(raw)).ToList();
        try
        {
            return _trust!.StillTrusts(certificates) && _users.Current.Find(certificates[0]) is { } now ? new LoggedIn(now, chain) : null;
        }
        finally
        {
            certificates.ForEach(certificate => certificate.Dispose());
        }
    }

    /// <summary>True while a user who logged in with a password has it still, also after a change by the user.</summary>
    public bool HasSamePassword(UaUser user) =>
        user is TokenUser
        || user is LoggedIn { Entry: var before } && _users.Current.Find(before.Name)?.Password?.ToString() == before.Password?.ToString();

    /// <summary>Changes a user's own password, as over OPC UA; see <see cref="UserManagement.ChangePassword"/>.</summary>
    /// <exception cref="UaException">It was not changed; the message says why.</exception>
    public async ValueTask<string> ChangePasswordAsync(
        string? user,
        EndPoint? remote,
        string before,
        string after,
        CancellationToken cancellationToken
    ) => Held(await Accounts.ChangePasswordAsync(user, remote, before, after, cancellationToken));

    /// <summary>The tokens for scripts.</summary>
    public ScriptTokens Tokens { get; }

    /// <summary>What administrators do with users on the page.</summary>
    public UserAdministration Administration => field ??= new UserAdministration(_users, () => Held(""));

    /// <summary>Manages the roles and their users.</summary>
    public RoleManagement Roles => field ??= ManagementOf(new RoleMappings(_users));

    /// <summary>Manages the users of the users file; null: they are listed in the map.</summary>
    public UserManagement? Users => _users.HasFile ? field ??= ManagementOf(Accounts) : null;

    private UserAccounts Accounts =>
        field ??= new UserAccounts(_users, CheckAsync, (name, old, now) => _changed[name] = (old.ToString(), now.ToString()));

    /// <summary>The roles of the users file.</summary>
    public RoleDirectory RoleDirectory { get; } = new();

    /// <summary>The roles of the users file with the roles that they are based on.</summary>
    public IReadOnlyList<RoleEntry> RoleEntries => _users.Current.Roles;

    /// <summary>The rules that assign a role to users.</summary>
    public IReadOnlyList<IdentityMappingRuleType> IdentitiesOf(string role) =>
        role switch
        {
            nameof(WellKnownRoles.Anonymous) => [new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.Anonymous }],
            nameof(WellKnownRoles.AuthenticatedUser) =>
            [
                new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.AuthenticatedUser },
            ],
            _ =>
            [
                .. _users.Current.All.Where(user => user.Roles.Contains(role)).SelectMany(UserIdentities.RulesFor),
                .. _issuers?.RulesOf(role) ?? [],
            ],
        };

    /// <summary>Checks every few seconds whether the users or their stores have changed.</summary>
    /// <param name="recheck">Checks the users of all sessions again.</param>
    public async Task WatchAsync(Action<Func<UaUser, UaUser?>> recheck, CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(LookEvery, _time);
        var (users, trust) = (_users.Current, _trust?.Stamp());
        Volatile.Write(ref _recheck, recheck);
        _issuers?.Prepare();
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken))
            {
                if (_users.Current is var nowUsers && _trust?.Stamp() is var nowTrust && nowUsers == users && nowTrust == trust)
                    continue;
                (users, trust) = (nowUsers, nowTrust);
                TakeRoles(nowUsers);
                recheck(Recheck);
            }
        }
        catch (OperationCanceledException)
        {
            // The bridge stops.
        }
    }

    // A user that changes its password keeps its sessions, and activates them again with the new one (OPC 10000-18, 5.2.8).
    private bool IsPasswordOf(UserEntry user, string? hash) =>
        user.Password?.ToString() is var now && (now == hash || _changed.TryGetValue(user.Name, out var changed) && changed == (hash, now));

    private RoleManagement ManagementOf(RoleMappings mappings)
    {
        return new RoleManagement
        {
            AddIdentity = (role, rule) => Held(mappings.Add(role, rule)),
            RemoveIdentity = (role, rule) => Held(mappings.Remove(role, rule)),
            AddRole = role => Held(mappings.AddRole(role)),
            RemoveRole = role => Held(mappings.RemoveRole(role)),
            Restrict = role => Held(mappings.Restrict(role)),
        };
    }

    private UserManagement ManagementOf(UserAccounts accounts) =>
        new()
        {
            List = accounts.List,
            PasswordLength = (PasswordRules.MinLength, PasswordRules.MaxLength),
            PasswordRestrictions = PasswordRules.Sentence,
            Add = (user, password) => Held(accounts.Add(user, password)),
            Modify = change => Held(accounts.Modify(change)),
            Remove = name => Held(accounts.Remove(name)),
            ChangePassword = (caller, before, after, cancellationToken) =>
                ChangePasswordAsync(caller.User, caller.Remote, before, after, cancellationToken),
        };

    // Applies to open sessions, too, before the call is answered.
    private string Held(string note)
    {
        TakeRoles(_users.Current);
        Volatile.Read(ref _recheck)?.Invoke(Recheck);
        return note;
    }

    private void TakeRoles(UserList users)
    {
        if (Interlocked.Exchange(ref _rolesTaken, users.Roles) == users.Roles)
            return;
        foreach (var role in users.Roles.Where(role => role.Like != _likes.GetValueOrDefault(role.Name)))
            LikeLater(_logger, Printable.From(role.Name), _likes.GetValueOrDefault(role.Name) ?? "none", role.Like ?? "none");
        var roles = users.Roles.Select(RoleTranslation.ToConfiguration).ToList();
        foreach (var beyond in roles.Where(role => RoleDirectory.BitOf(role.Name) == WellKnownRoles.None))
            OneTooMany(_logger, Printable.From(beyond.Name), RoleDirectory.MaxNames);
        RoleDirectory.Replace([.. roles.Where(role => RoleDirectory.BitOf(role.Name) != WellKnownRoles.None)]);
    }

    private void RefuseIfThrottled(string userName, EndPoint? remote)
    {
        if (RefusalOf(userName, remote) is { } why)
            throw new UaException(StatusCodes.BadUserAccessDenied, why);
    }

    private string? RefusalOf(string userName, EndPoint? remote) =>
        _throttle.WaitOf(userName, remote) is var wait && wait > TimeSpan.Zero
            ? $"User '{userName}' gave wrong passwords and must wait {Math.Ceiling(wait.TotalSeconds):0} s at this address."
        : _users.Current.Find(userName)?.Password is null && _throttle.RefusesUnknownNames(remote)
            ? $"Nobody who logs in with a password is called '{userName}', and too many such names were tried at this address."
        : null;

    /// <summary>Uses the users of another map from now on.</summary>
    public void Adopt(ServerSettings other)
    {
        _users.Adopt(other);
        _issuers?.Adopt(other.Issuers);
    }

    /// <summary>A user with the credentials used, kept with the session.</summary>
    private sealed record LoggedIn(UserEntry Entry, IReadOnlyList<byte[]> Chain) : UaUser(NameOf(Entry, Chain), Entry.Roles)
    {
        private static string NameOf(UserEntry entry, IReadOnlyList<byte[]> chain)
        {
            if (chain.Count == 0 || entry.Certificate is not { IsShared: true })
                return entry.Name;
            using var certificate = X509CertificateLoader.LoadCertificate(chain[0]);
            return $"{entry.Name}: {certificate.GetNameInfo(X509NameType.SimpleName, forIssuer: false)}";
        }
    }

    [LoggerMessage(
        534,
        LogLevel.Warning,
        "Nobody has the role '{Role}' until the bridge starts again: there were {Max} names of roles beside the well-known "
            + "ones since it started."
    )]
    private static partial void OneTooMany(ILogger logger, string role, int max);

    [LoggerMessage(
        535,
        LogLevel.Warning,
        "The role '{Role}' has permissions like {Before} until the bridge starts again; the users file says {Now}."
    )]
    private static partial void LikeLater(ILogger logger, string role, string before, string now);

    [LoggerMessage(
        530,
        LogLevel.Warning,
        "User '{User}' gave wrong passwords from {Remote} and must wait {Seconds} s there; other addresses are not " + "affected."
    )]
    private static partial void Slowed(ILogger logger, string user, EndPoint? remote, double seconds);
}
