using System.Security.Cryptography;

namespace S7OpcBridge.NodesetTool;

/// <summary>The published files that the committed output is made from, by their SHA-256: the same input gives the same output.</summary>
internal static class PinnedInputs
{
    /// <summary>Compares the files with what is recorded.</summary>
    /// <param name="folder">The folder of the files.</param>
    /// <param name="record">Lines as <c>sha256sum</c> writes them.</param>
    /// <returns>What differs and what to do; null: nothing.</returns>
    public static string? Check(string folder, string record)
    {
        foreach (var line in File.ReadAllLines(record))
        {
            if (line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is not [var wanted, var name])
                continue;
            var path = Path.Combine(folder, name);
            if (!File.Exists(path))
                return $"{path} is missing.";
            using var file = File.OpenRead(path);
            if (!string.Equals(Convert.ToHexString(SHA256.HashData(file)), wanted, StringComparison.OrdinalIgnoreCase))
                return $"{path} is not the file that {record} records. "
                    + "For another version of the standard's files, run sha256sum in their folder and commit its output there with the new output.";
        }

        return null;
    }
}
