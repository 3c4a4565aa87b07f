using System.Text;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Alarms;

/// <summary>The file in which states of alarms survive a restart: JSON, written as a whole, replaced atomically.</summary>
/// <param name="path">The file.</param>
internal sealed class AlarmStateFile(string path)
{
    private const int MostBytes = 256 * 1024 * 1024;

    /// <summary>The file.</summary>
    public string Path => path;

    /// <summary>Makes the folder of the file where it is missing, such as a state folder before the first start.</summary>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made.</exception>
    public void MakeFolder() => Directory.CreateDirectory(System.IO.Path.GetDirectoryName(System.IO.Path.GetFullPath(path))!);

    /// <summary>The stored states by the text of the node id; empty: there is no file.</summary>
    /// <param name="damaged">Where the file was kept that could not be read, and why; null: it could.</param>
    /// <exception cref="IOException">The file can't be read at all.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public Dictionary<string, ConditionRecord> Read(out (string Kept, string Reason)? damaged)
    {
        damaged = null;
        if (!File.Exists(path))
            return [];
        var bytes = UserFile.Read(path, MostBytes);
        try
        {
            return AlarmStateBytes.Read(bytes);
        }
        catch (InvalidDataException error)
        {
            var kept = path + ".damaged";
            File.Move(path, kept, overwrite: true);
            damaged = (kept, error.Message);
            return [];
        }
    }

    /// <summary>Replaces the file.</summary>
    /// <exception cref="IOException">It can't be written; the old one is unchanged.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public void Write(IReadOnlyDictionary<string, ConditionRecord> records) =>
        AtomicFile.Write(path, Encoding.UTF8.GetString(AlarmStateBytes.Write(records)), AtomicFile.Secret);
}
