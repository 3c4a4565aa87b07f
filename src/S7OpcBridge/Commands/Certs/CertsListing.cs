using System.CommandLine;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Output;
using S7OpcBridge.Words;

namespace S7OpcBridge.Commands.Certs;

/// <summary><c>certs list</c>: one line per certificate and revocation list, store by store.</summary>
internal static class CertsListing
{
    public static int Print(ParseResult parsed, ServerSettings server, CertificateStores stores)
    {
        var (output, error) = (parsed.InvocationConfiguration.Output, parsed.InvocationConfiguration.Error);
        output.WriteLine(Path.GetFullPath(stores.Folder));
        var elliptic = OwnCertificates.EllipticIn(stores).Select(curve => ($"own/{curve.Store.Name}", curve.Store));
        foreach (
            var (name, store) in stores
                .All.Take(1)
                .Select(store => (store.Name, store))
                .Concat(elliptic)
                .Concat(stores.All.Skip(1).Select(store => (store.Name, store)))
                .Concat(stores.Users.All.Select(store => ($"users/{store.Name}", store)))
        )
        {
            output.WriteLine($"{name}:");
            var files = store.Read(error.WriteLine);
            foreach (var file in files.OrderByDescending(file => file.Changed))
                output.WriteLine($"  {CertificateText.LineOf(file.Leaf)}");
            foreach (var list in store.ReadRevocationLists(error.WriteLine))
                output.WriteLine(
                    $"  Revocation list of {Printable.From(list.Issuer.Name)}: {list.Count} "
                        + $"revoked{(list.NextUpdate is { } next ? $", next due {CertificateText.DayOf(next.UtcDateTime)}" : "")}"
                );
            if (files.Count == 0)
                output.WriteLine("  none");
        }
        CertsPlcs.List(stores.Plcs, output, error);
        return ExitCode.Ok;
    }
}
