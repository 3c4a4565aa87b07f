namespace S7OpcBridge.Map;

/// <summary>Something the map's author should know.</summary>
/// <param name="Spot">Where.</param>
/// <param name="IsError">False: a warning, which stops nothing.</param>
/// <param name="Message">What is wrong; what to do.</param>
public readonly record struct Finding(SourceLocation Spot, bool IsError, string Message)
{
    /// <summary>The one form that editors and people read: <c>file:line:column: error: message</c>.</summary>
    public override string ToString() => $"{Spot}: {(IsError ? "error" : "warning")}: {Message}";
}

/// <summary>A file that findings point into; shared by all spots in it.</summary>
/// <param name="Path">The path as the user gave it, or relative to the map that names the file.</param>
public sealed record SourceFile(string Path)
{
    /// <summary>Where relative paths inside this file start.</summary>
    public string Folder => System.IO.Path.GetDirectoryName(Path) ?? "";

    /// <summary>A path written in this file, as seen from the working directory.</summary>
    public string Resolve(string path) => System.IO.Path.Combine(Folder, path);
}

/// <summary>A place in a file.</summary>
/// <param name="File">The file.</param>
/// <param name="Line">Line, from 1.</param>
/// <param name="Column">Column, from 1.</param>
public readonly record struct SourceLocation(SourceFile? File, int Line, int Column)
{
    /// <summary>True where nothing was written: a default has no place.</summary>
    public bool IsNone => File is null;

    /// <summary><c>file:line:column</c>.</summary>
    public override string ToString() => $"{File?.Path}:{Line}:{Column}";
}
