using System.Diagnostics;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>There is no room on the disk: what the bridge writes cannot be written, and it goes on.</summary>
[TestFixture, CancelAfter(180_000), Platform("Linux")]
public sealed class FullDiskTests
{
    [Test]
    public async Task A_log_on_a_full_disk_does_not_stop_the_bridge(CancellationToken cancellationToken)
    {
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(200));
        await using var bridge = await Bridge.StartInShellAsync(
            FieldPlc.Map(plc),
            "S7OPCBRIDGE_Logging__LogLevel__Default=Debug exec {bridge} >/dev/full 2>/dev/full",
            cancellationToken
        );
        await using var client = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Count");
        for (var round = 0; round < 5; round++)
        {
            plc.Faults.ResetConnections();
            await client.NextAsync(0, value => !value.Status.IsGood, cancellationToken);
            await client.FlowAsync(0, cancellationToken);
        }
        Assert.That((client.Gaps, client.Ended), Is.EqualTo((0, (Exception?)null)));
        await bridge.Program.TerminateAsync();
        Assert.That(await bridge.Program.ExitAsync(TimeSpan.FromSeconds(30), cancellationToken), Is.Zero);
    }

    [Test]
    public async Task Certificate_stores_on_a_full_disk_are_told_once_and_used_again_when_there_is_room(CancellationToken cancellationToken)
    {
        using var disk = await SmallDisk.MountAsync(cancellationToken);
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(200));
        await using var bridge = await Bridge.StartAsync(
            FieldPlc.Map(plc, $"security: [None, Basic256Sha256], anonymous: read, certificates: {disk.Folder}/pki"),
            cancellationToken
        );
        await using var client = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Count");

        disk.Fill();
        for (var stranger = 0; stranger < 3; stranger++)
            await CallAsStrangerAsync(bridge, disk, cancellationToken);
        await bridge.Program.LineAsync(line => line.Contains("could not be stored", StringComparison.Ordinal), cancellationToken);
        await client.FlowAsync(0, cancellationToken);
        Assert.That(Directory.GetFiles(Path.Combine(disk.Folder, "pki", "rejected", "certs")), Is.Empty, "nor is there half a file");

        disk.MakeRoom();
        await CallAsStrangerAsync(bridge, disk, cancellationToken);
        await bridge.Program.LineAsync(line => line.Contains("Certificates can be stored in", StringComparison.Ordinal), cancellationToken);
        Assert.That(Directory.GetFiles(Path.Combine(disk.Folder, "pki", "rejected", "certs")), Has.Length.EqualTo(1));
        Assert.That(
            bridge.Program.Output.Split('\n').Count(line => line.Contains("could not be stored", StringComparison.Ordinal)),
            Is.EqualTo(1)
        );
        Assert.That(bridge.Program.Output, Does.Not.Contain("   at "));
        await client.FlowAsync(0, cancellationToken);
        Assert.That((client.Gaps, client.Ended), Is.EqualTo((0, (Exception?)null)));
    }

    private static async Task CallAsStrangerAsync(Bridge bridge, SmallDisk disk, CancellationToken cancellationToken)
    {
        var own = Path.Combine(disk.Folder, "pki", "own");
        using var server = X509Certificate2.CreateFromPemFile(
            Directory.GetFiles(Path.Combine(own, "certs")).Single(),
            Directory.GetFiles(Path.Combine(own, "private")).Single()
        );
        await Assert.ThatAsync(
            async () =>
                await UaTestClient.ConnectAsync(
                    new Uri(bridge.Endpoint).Port,
                    new UaTestCertificates(server),
                    SecurityPolicy.Basic256Sha256,
                    MessageSecurityMode.Sign,
                    cancellationToken
                ),
            Throws.InstanceOf<UaTestErrorException>()
        );
    }

    /// <summary>A file system in memory of a few hundred kilobytes; mounting it takes the rights of root.</summary>
    private sealed class SmallDisk : IDisposable
    {
        private readonly string _filler;

        private SmallDisk(string folder) => (Folder, _filler) = (folder, Path.Combine(folder, "filler"));

        public string Folder { get; }

        public static async Task<SmallDisk> MountAsync(CancellationToken cancellationToken)
        {
            var folder = Directory.CreateTempSubdirectory("s7opcbridge-disk-").FullName;
            using var mount = Process.Start(
                new ProcessStartInfo("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", folder]) { RedirectStandardError = true }
            )!;
            await mount.WaitForExitAsync(cancellationToken);
            if (mount.ExitCode == 0)
                return new SmallDisk(folder);
            Directory.Delete(folder);
            Assert.Ignore("mounting a file system of its own takes the rights of root");
            throw new UnreachableException();
        }

        public void Fill()
        {
            using var file = File.OpenHandle(_filler, FileMode.Create, FileAccess.Write);
            try
            {
                for (var offset = 0L; ; offset += 4096)
                    RandomAccess.Write(file, new byte[4096], offset);
            }
            catch (IOException)
            {
                // Full.
            }
        }

        public void MakeRoom() => File.Delete(_filler);

        public void Dispose()
        {
            using var unmount = Process.Start("umount", ["-l", Folder]);
            unmount.WaitForExit();
            Directory.Delete(Folder);
        }
    }
}
