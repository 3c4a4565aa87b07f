using System.Reflection;

namespace S7OpcBridge;

/// <summary>The version of the program.</summary>
internal static class ProgramVersion
{
    /// <summary>For example <c>0.1.0</c>.</summary>
    public static string Text { get; } =
        typeof(ProgramVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0] ?? "";
}
