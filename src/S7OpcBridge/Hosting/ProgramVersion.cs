using System.Reflection;

namespace S7OpcBridge;

/// <summary>Which version of the program this is.</summary>
internal static class ProgramVersion
{
    /// <summary>As in <c>0.1.0</c>.</summary>
    public static string Text { get; } = typeof(ProgramVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0] ?? "";
}
