using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Identity.Certificates;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Management;
using S7OpcBridge.Words;

namespace S7OpcBridge.Identity;

/// <summary>
/// The certificates of a running bridge. Makes its own certificate on the first start, renews it before it expires, and checks the stores every few seconds: a
/// new own certificate is used for new channels, and a client that is no longer trusted loses its channel.
/// </summary>
public sealed partial class ServerCertificates
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan RenewBefore = TimeSpan.FromDays(30);
    private static readonly TimeSpan RemindEvery = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan WarnEvery = TimeSpan.FromDays(1);

    private readonly CertificateStores _stores;
    private readonly OwnCertificates[] _files;
    private readonly CertificateProfile _profile;
    private readonly FirstUse? _firstUse;
    private readonly ClientTrust _clients;
    private readonly CurrentTrust _users;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly IReadOnlyList<OwnCertificate>[] _own;
    private readonly int[] _ownStamps;
    private int _trustStamp;
    private DateTimeOffset _nextReminder,
        _nextWarning;
    private Type? _loggedFault;

    private ServerCertificates(ServerSettings settings, TimeProvider time, ILogger logger)
    {
        _stores = new CertificateStores(settings.Certificates!);
        _profile = CertificateProfile.From(settings);
        (_time, _logger) = (time, logger);
        Policies = OfferedPolicies.For(settings);
        if (Policies.FirstOrDefault(static policy => !policy.IsSupported) is { } missing)
            throw new CertificateStoreException(
                $"The cryptography of this system does not have the algorithms of {missing}; leave it out of 'security' under 'server'."
            );
        var kinds = Policies.Select(static policy => policy.CertificateKind).Prepend(CertificateKind.Rsa).Distinct();
        _files = [.. kinds.Select(kind => new OwnCertificates(_stores, kind))];
        (_own, _ownStamps) = ([.. _files.Select(static _ => Array.Empty<OwnCertificate>())], new int[_files.Length]);
        _stores.Create();
        if (settings.TrustFirstUse)
            _firstUse = FirstUse.Begin(_stores, time);
        _clients = new ClientTrust(_stores, _firstUse, settings.TrustCommand, time, logger);
        _users = new CurrentTrust(_stores.Users, static _ => { });
        _trustStamp = _stores.TrustStamp();
        _clients.Lists();
        for (var i = 0; i < _files.Length; i++)
            Load(i);
        RemindOfFirstUse();
    }

    /// <summary>The security policies that the bridge offers, the preferred one first.</summary>
    public IReadOnlyList<SecurityPolicy> Policies { get; }

    /// <summary>The certificates with RSA keys that the server may use, the one that is shown first.</summary>
    public IReadOnlyList<OwnCertificate> Own => _own[0];

    /// <summary>The same for each elliptic curve in the map.</summary>
    public IEnumerable<IReadOnlyList<OwnCertificate>> Elliptic => _own.Skip(1);

    /// <summary>The certificates presented and trusted: clients, users and CAs.</summary>
    public IReadOnlyList<KnownCertificate> Known() =>
        [
            .. _own.Select(
                (own, i) =>
                    KnownCertificate.From(
                        i == 0 ? _stores.Own.Name : $"{_stores.Own.Name}/{OwnCertificates.NameOf(_files[i].Kind)}",
                        own[0].Certificate
                    )
            ),
            .. _clients.Lists().Trusted.Select(trusted => KnownCertificate.From(_stores.Trusted.Name, trusted)),
            .. _users.Lists.Trusted.Select(trusted => KnownCertificate.From($"users/{_stores.Users.Trusted.Name}", trusted)),
        ];

    /// <summary>Checks client certificates.</summary>
    public ClientCertificateCheck CheckClient => _clients.Check;

    /// <summary>Checks the certificate of a server to which the bridge connects.</summary>
    public ClientCertificateCheck CheckServer => _clients.CheckServer;

    /// <summary>The stores for an administrator who pushes certificates.</summary>
    public CertificateManagement Management => new PushedCertificates(_stores, _files[0], _profile, () => Own[0].Certificate).Management();

    /// <summary>Opens the stores of a bridge and creates what is missing.</summary>
    /// <exception cref="CertificateStoreException">The folder cannot be written.</exception>
    public static ServerCertificates Open(ServerSettings settings, TimeProvider time, ILoggerFactory loggers)
    {
        try
        {
            return new ServerCertificates(settings, time, loggers.CreateLogger("S7OpcBridge.Certificates"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CertificateStoreException(
                $"The certificate stores in {Path.GetFullPath(settings.Certificates!)} cannot be used: {e.Message} Make the "
                    + "folder writable for this user, or name another one with 'certificates' under 'server'.",
                e
            );
        }
    }

    /// <summary>Updates a server whenever the stores change, until cancelled.</summary>
    /// <param name="renew">Receives the certificate to present, and those that are being phased out.</param>
    /// <param name="recheckClients">Checks all connected clients again.</param>
    public async Task WatchAsync(
        Action<OwnCertificate, IReadOnlyList<OwnCertificate>> renew,
        Action recheckClients,
        CancellationToken cancellationToken
    )
    {
        using var timer = new PeriodicTimer(LookEvery, _time);
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken))
            {
                try
                {
                    Check(renew, recheckClients);
                    _loggedFault = null;
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException)
                {
                    // Logged once and not every few seconds, because a full disk stays full for a while.
                    if (_loggedFault != e.GetType())
                        CannotLook(_logger, _stores.Folder, e.Message);
                    _loggedFault = e.GetType();
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The bridge stops.
        }
    }

    private void Check(Action<OwnCertificate, IReadOnlyList<OwnCertificate>> renew, Action recheckClients)
    {
        var isTimeToWarn = _time.GetUtcNow() >= _nextWarning;
        for (var i = 0; i < _files.Length; i++)
        {
            var shown = _own[i][0].Certificate;
            if (_ownStamps[i] != OwnStamp(i) || _own[i].Any(own => own.Certificate.NotAfter <= _time.GetUtcNow()) || IsToBeRenewed(shown))
            {
                Load(i);
                renew(_own[i][0], [.. _own[i].Skip(1)]);
            }
            else if (isTimeToWarn && IsDue(shown))
            {
                _nextWarning = _time.GetUtcNow() + WarnEvery;
                RunsOut(
                    _logger,
                    CertificateText.SubjectOf(shown),
                    Printable.From(shown.Issuer),
                    CertificateText.DayOf(shown.NotAfter),
                    ProgramInvocation.Text
                );
            }
        }

        var stamp = _stores.TrustStamp();
        if (stamp != _trustStamp)
        {
            _trustStamp = stamp;
            TrustChanged(_logger, _clients.Lists().Trusted.Count);
            recheckClients();
        }
        RemindOfFirstUse();
    }

    // Due thirty days before the end, or after two thirds of a shorter validity.
    private bool IsDue(X509Certificate2 certificate)
    {
        var third = (certificate.NotAfter - certificate.NotBefore) / 3;
        return certificate.NotAfter - (third < RenewBefore ? third : RenewBefore) <= _time.GetUtcNow();
    }

    private bool IsToBeRenewed(X509Certificate2 certificate) => IsDue(certificate) && CertificateNames.IsSelfSigned(certificate);

    private void Load(int kind)
    {
        var files = _files[kind];
        var known = files.Read(_time.GetUtcNow(), complaint => Useless(_logger, complaint));
        if (known.Count == 0 || IsToBeRenewed(known[0].Certificate))
        {
            var created = files.Create(_profile, TimeSpan.FromDays(CertificateProfile.DefaultDays), _time.GetUtcNow());
            Created(
                _logger,
                created.Certificate.Thumbprint,
                CertificateText.DayOf(created.Certificate.NotAfter),
                files.Store.PathOf(created.Certificate)
            );
            known = [created, .. known];
        }
        var isAnother =
            _own[kind].Count == 0
            || _own[kind][0].Certificate.Thumbprint != known[0].Certificate.Thumbprint
            || _own[kind][0].Issuers.Count != known[0].Issuers.Count;
        (_own[kind], _ownStamps[kind]) = (known, OwnStamp(kind));
        if (!isAnother)
            return;
        var shown = known[0].Certificate;
        var subject = CertificateText.SubjectOf(shown);
        if (files.Kind == CertificateKind.Rsa)
            Shown(_logger, subject, shown.Thumbprint, CertificateText.DayOf(shown.NotAfter));
        else
            ShownOfCurve(_logger, OwnCertificates.NameOf(files.Kind), subject, shown.Thumbprint, CertificateText.DayOf(shown.NotAfter));
        foreach (var missing in _profile.MissingIn(shown))
            Incomplete(_logger, subject, missing, ProgramInvocation.Text);
    }

    // The issuers of a chain may be in the other stores, and may be added after the certificate.
    private int OwnStamp(int kind) => HashCode.Combine(_files[kind].Store.Stamp(), _stores.TrustStamp());

    private void RemindOfFirstUse()
    {
        if (_firstUse is null || _time.GetUtcNow() < _nextReminder)
            return;
        _nextReminder = _time.GetUtcNow() + (_firstUse.IsOpen ? RemindEvery : WarnEvery);
        if (_firstUse.IsOpen)
            FirstUseIsOn(_logger, _firstUse.Until.UtcDateTime);
        else
            FirstUseIsOver(_logger, ProgramInvocation.Text, _firstUse.File);
    }
}
