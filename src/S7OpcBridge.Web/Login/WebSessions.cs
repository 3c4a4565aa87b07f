using System.Buffers.Text;
using System.Net;
using System.Security.Cryptography;
using System.Text;

namespace S7OpcBridge.Web.Login;

/// <summary>
/// The sessions of browsers, in memory only. Their number is limited per user, per network and in total; a login beyond a limit ends the session that has been
/// idle for the longest. Any thread.
/// </summary>
internal sealed class WebSessions(TimeProvider time)
{
    /// <summary>Limits of the number of sessions.</summary>
    public const int Most = 256,
        MostOfNetwork = 64,
        MostOfUser = 16;

    /// <summary>How long a session lives without something that its user does, and how long in any case.</summary>
    public static readonly TimeSpan Idle = TimeSpan.FromMinutes(15),
        Longest = TimeSpan.FromHours(12);

    private const int SecretBytes = 32,
        LongestId = 64;

    private readonly Lock _gate = new();

    // By a hash of the id, so that how long a search takes tells nothing of an id.
    private readonly Dictionary<string, WebSession> _sessions = [];
    private int _last;

    /// <summary>How many there are.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
                return _sessions.Count;
        }
    }

    /// <summary>Begins a session and returns its id, which only the browser keeps.</summary>
    public string Begin(PageUser user, IPAddress network, out WebSession session)
    {
        var id = NewSecret();
        session = new WebSession(user, network, NewSecret(), Interlocked.Increment(ref _last), time.GetTimestamp());
        lock (_gate)
        {
            foreach (var (key, _) in _sessions.Where(each => !IsAlive(each.Value)).ToArray())
                _sessions.Remove(key);
            Spare(each => each.User.Name == user.Name, MostOfUser);
            Spare(each => each.Network.Equals(network), MostOfNetwork);
            Spare(static _ => true, Most);
            _sessions[KeyOf(id)] = session;
        }
        return id;
    }

    /// <summary>The living session with an id; null: there is none.</summary>
    public WebSession? Find(string id)
    {
        if (id.Length > LongestId)
            return null;
        var key = KeyOf(id);
        lock (_gate)
        {
            if (!_sessions.TryGetValue(key, out var session))
                return null;
            if (IsAlive(session))
                return session;
            _sessions.Remove(key);
            return null;
        }
    }

    /// <summary>Says that the user has just done something.</summary>
    public void Touch(WebSession session)
    {
        lock (_gate)
            session.Touched = time.GetTimestamp();
    }

    /// <summary>Ends a session.</summary>
    public void End(string id)
    {
        lock (_gate)
            _sessions.Remove(KeyOf(id));
    }

    /// <summary>The living sessions of users who would still be admitted, the oldest first.</summary>
    public IReadOnlyList<WebSession> List()
    {
        lock (_gate)
            return
            [
                .. _sessions.Values.Where(session => IsAlive(session) && session.User.IsValid()).OrderBy(static session => session.Number),
            ];
    }

    /// <summary>Ends all sessions of a user.</summary>
    public void EndOf(string user)
    {
        lock (_gate)
        {
            foreach (var (key, _) in _sessions.Where(each => each.Value.User.Name == user).ToArray())
                _sessions.Remove(key);
        }
    }

    /// <summary>Ends the session with a number; null: there is none, or no longer.</summary>
    public WebSession? End(int number)
    {
        lock (_gate)
        {
            var (key, session) = _sessions.FirstOrDefault(each => each.Value.Number == number);
            if (key is not null)
                _sessions.Remove(key);
            return session;
        }
    }

    /// <summary>How long ago the user of a session last did something, and logged in.</summary>
    public (TimeSpan Idle, TimeSpan Age) TimesOf(WebSession session)
    {
        lock (_gate)
            return (time.GetElapsedTime(session.Touched), time.GetElapsedTime(session.Begun));
    }

    private void Spare(Func<WebSession, bool> isOfKind, int most)
    {
        var same = _sessions.Where(each => isOfKind(each.Value)).OrderBy(static each => each.Value.Touched).ToArray();
        foreach (var (key, _) in same.Take(same.Length - most + 1))
            _sessions.Remove(key);
    }

    private bool IsAlive(WebSession session) => time.GetElapsedTime(session.Touched) < Idle && time.GetElapsedTime(session.Begun) < Longest;

    private static string NewSecret() => Base64Url.EncodeToString(RandomNumberGenerator.GetBytes(SecretBytes));

    private static string KeyOf(string id) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(id)));
}
