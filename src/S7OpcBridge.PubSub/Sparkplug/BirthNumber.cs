using System.Globalization;

namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>The number bdSeq, 0 to 255, which joins a death with its birth: one more with each CONNECT (Sparkplug 3.0, 5.5), also over a restart.</summary>
/// <param name="folder">The folder of the buffer, which remembers it; null: it begins with 0.</param>
internal sealed class BirthNumber(string? folder)
{
    private readonly string? _path = folder is null ? null : Path.Combine(folder, "bdseq");
    private int? _last;

    /// <summary>The next number.</summary>
    public int Next()
    {
        _last = ((_last ?? Read()) + 1) & 0xFF;
        Write(_last.Value);
        return _last.Value;
    }

    private int Read()
    {
        try
        {
            return _path is not null && int.TryParse(File.ReadAllText(_path), NumberStyles.None, CultureInfo.InvariantCulture, out var last)
                ? last & 0xFF
                : -1;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return -1;
        }
    }

    // A disk that takes nothing must not stop the publisher; the journal tells of it.
    private void Write(int number)
    {
        try
        {
            if (_path is not null)
                File.WriteAllText(_path, number.ToString(CultureInfo.InvariantCulture));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Without it a restart begins with an older number, which hosts take.
        }
    }
}
