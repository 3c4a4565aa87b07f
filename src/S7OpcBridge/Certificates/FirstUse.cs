using System.Globalization;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>
/// Trust on first use, for commissioning: for one hour every client's certificate that is otherwise in order is trusted when it first comes. The end of the
/// hour stands in a file, so that a restart does not begin another one.
/// </summary>
internal sealed class FirstUse
{
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);
    private readonly TimeProvider _time;

    private FirstUse(string file, DateTimeOffset until, TimeProvider time) => (File, Until, _time) = (file, until, time);

    /// <summary>The file; removing it lets the hour begin again with the next start.</summary>
    public string File { get; }

    /// <summary>When it ends.</summary>
    public DateTimeOffset Until { get; }

    public bool IsOpen => _time.GetUtcNow() < Until;

    /// <summary>Begins the hour, or goes on with the one that has begun.</summary>
    public static FirstUse Begin(CertificateStores stores, TimeProvider time)
    {
        var file = Path.Combine(stores.Folder, "first-use-until.txt");
        var now = time.GetUtcNow();
        if (System.IO.File.Exists(file))
        {
            // What cannot be read has ended: no door stays open for a broken file. Nor for longer than an hour, whatever it says.
            var isTime = DateTimeOffset.TryParse(UserFile.ReadText(file, UserFile.MaxSmall).Trim(), CultureInfo.InvariantCulture, out var until);
            return new FirstUse(file, isTime && until <= now + Hour ? until : DateTimeOffset.MinValue, time);
        }
        AtomicFile.Write(file, (now + Hour).ToString("O", CultureInfo.InvariantCulture), AtomicFile.Open);
        return new FirstUse(file, now + Hour, time);
    }
}
