using System.Diagnostics;
using System.Globalization;

namespace S7OpcBridge.Cluster.Tests.Programs;

/// <summary>A switch with a network namespace of its own for each node, so that a cable can be pulled. Needs root and <c>ip</c>.</summary>
internal sealed class Networks : IDisposable
{
    private readonly string _id = Guid.NewGuid().ToString("N", CultureInfo.InvariantCulture)[..6];
    private readonly List<string> _namespaces = [];

    private Networks() { }

    private string Switch => $"s7{_id}";

    public static Networks Create()
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess || !File.Exists("/usr/sbin/ip"))
            Assert.Ignore("Network namespaces need Linux, root and the program ip.");
        var networks = new Networks();
        if (Run("ip", "netns", "add", networks.Switch) != 0)
            Assert.Ignore("This machine does not let root make network namespaces (ip netns add fails).");
        networks._namespaces.Add(networks.Switch);
        try
        {
            networks.Must("ip", "-n", networks.Switch, "link", "add", "br0", "type", "bridge");
            networks.Must("ip", "-n", networks.Switch, "link", "set", "br0", "up");
        }
        catch
        {
            networks.Dispose();
            throw;
        }
        return networks;
    }

    /// <summary>A machine on the switch.</summary>
    /// <returns>Name of its namespace.</returns>
    public string Add(int number)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"{Switch}-{number}");
        Must("ip", "netns", "add", name);
        _namespaces.Add(name);
        Must("ip", "-n", Switch, "link", "add", $"p{number}", "type", "veth", "peer", "name", "eth0", "netns", name);
        Must("ip", "-n", Switch, "link", "set", $"p{number}", "master", "br0", "up");
        Must("ip", "-n", name, "addr", "add", $"{AddressOf(number)}/24", "dev", "eth0");
        Must("ip", "-n", name, "link", "set", "eth0", "up");
        Must("ip", "-n", name, "link", "set", "lo", "up");
        return name;
    }

    public static string AddressOf(int number) => string.Create(CultureInfo.InvariantCulture, $"10.77.0.{number}");

    /// <summary>Pulls a machine's cable out of the switch: nobody is told.</summary>
    public void Pull(int number) => Must("ip", "-n", Switch, "link", "set", $"p{number}", "down");

    public void Plug(int number) => Must("ip", "-n", Switch, "link", "set", $"p{number}", "up");

    public void Dispose()
    {
        foreach (var name in Enumerable.Reverse(_namespaces))
            Run("ip", "netns", "del", name);
    }

    private void Must(params string[] command) => Assert.That(Run(command), Is.Zero, string.Join(' ', command));

    private static int Run(params string[] command)
    {
        using var process = Process.Start(new ProcessStartInfo(command[0], command[1..]) { RedirectStandardError = true })!;
        process.WaitForExit();
        return process.ExitCode;
    }
}
