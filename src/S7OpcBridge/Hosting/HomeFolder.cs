namespace S7OpcBridge.Hosting;

/// <summary>
/// Sets a home folder for users without one (service users, arbitrary users of a container). Without it .NET builds no certificate chains, and every encrypted
/// client is rejected with an internal error.
/// </summary>
internal static class HomeFolder
{
    private const string Variable = "HOME";

    /// <summary>Sets HOME where it is missing.</summary>
    public static void Ensure()
    {
        // Uses the root folder where the user is unknown: only root can put certificates there, unlike in /tmp.
        if (!OperatingSystem.IsWindows() && string.IsNullOrEmpty(Environment.GetEnvironmentVariable(Variable)))
            Environment.SetEnvironmentVariable(
                Variable,
                Environment.GetFolderPath(Environment.SpecialFolder.UserProfile) is { Length: > 0 } known ? known : "/"
            );
    }
}
