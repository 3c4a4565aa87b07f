using S7OpcBridge.Web.Health;
using S7OpcBridge.Web.Metrics;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What the Helm chart makes: objects that agree with each other and with the program.</summary>
[TestFixture, CancelAfter(300_000), Parallelizable]
public sealed class HelmChartTests
{
    private const string Pod = "spec/template/spec",
        Container = "spec/template/spec/containers/0";

    [Test]
    public async Task By_default_it_makes_the_demo_in_a_pod_without_rights(CancellationToken cancellationToken)
    {
        var objects = await HelmChart.RenderAsync("", cancellationToken);
        Assert.That(
            objects.Select(each => YamlTree.Text(each, "kind")),
            Is.EquivalentTo(new[] { "StatefulSet", "Service", "Service", "NetworkPolicy" })
        );
        var set = objects.Of("StatefulSet");
        Assert.That(YamlTree.Text(set, "spec/replicas"), Is.EqualTo("1"));
        Assert.That(YamlTree.Text(set, $"{Pod}/securityContext/runAsNonRoot"), Is.EqualTo("true"));
        Assert.That(YamlTree.Text(set, $"{Pod}/securityContext/runAsUser"), Is.EqualTo("1654"));
        Assert.That(YamlTree.Text(set, $"{Pod}/securityContext/seccompProfile/type"), Is.EqualTo("RuntimeDefault"));
        Assert.That(YamlTree.Text(set, $"{Pod}/automountServiceAccountToken"), Is.EqualTo("false"));
        Assert.That(YamlTree.Text(set, $"{Container}/securityContext/readOnlyRootFilesystem"), Is.EqualTo("true"));
        Assert.That(YamlTree.Text(set, $"{Container}/securityContext/allowPrivilegeEscalation"), Is.EqualTo("false"));
        Assert.That(YamlTree.List(set, $"{Container}/securityContext/capabilities/drop"), Is.EqualTo(new[] { "ALL" }));
        Assert.That(MountsOf(set), Is.EquivalentTo(new[] { "/certs", "/state", Shipped.Scratch }), "all that the program writes");
        Assert.That(YamlTree.Text(set, "spec/volumeClaimTemplates/0/metadata/name"), Is.EqualTo("certs"));
    }

    [Test]
    public async Task Probes_and_services_meet_the_program_where_it_listens(CancellationToken cancellationToken)
    {
        var objects = await HelmChart.RenderAsync("", cancellationToken);
        var set = objects.Of("StatefulSet");
        Assert.That(YamlTree.Text(set, $"{Container}/ports/0/containerPort"), Is.EqualTo($"{Shipped.OpcUaPort}"));
        Assert.That(YamlTree.Text(set, $"{Container}/ports/1/containerPort"), Is.EqualTo($"{Shipped.HealthPort}"));
        Assert.That(YamlTree.Text(set, $"{Container}/livenessProbe/httpGet/path"), Is.EqualTo(HealthPages.Live));
        Assert.That(YamlTree.Text(set, $"{Container}/startupProbe/httpGet/path"), Is.EqualTo(HealthPages.Live));
        Assert.That(YamlTree.Text(set, $"{Container}/readinessProbe/httpGet/path"), Is.EqualTo(HealthPages.Ready));
        Assert.That(YamlTree.List(set, $"{Container}/args")[0], Is.EqualTo("run"));
        Assert.That(YamlTree.Text(set, "spec/serviceName"), Is.EqualTo(YamlTree.Text(objects.Of("Service", "-health"), "metadata/name")));
        var labels = YamlTree.Map(set, "spec/template/metadata/labels");
        foreach (
            var selector in objects
                .Where(each => YamlTree.Text(each, "kind") == "Service")
                .Select(each => YamlTree.Map(each, "spec/selector"))
                .Append(YamlTree.Map(set, "spec/selector/matchLabels"))
                .Append(YamlTree.Map(objects.Of("NetworkPolicy"), "spec/podSelector/matchLabels"))
        )
            Assert.That(selector, Is.SubsetOf(labels));
        foreach (var service in objects.Where(each => YamlTree.Text(each, "kind") == "Service"))
            Assert.That(
                YamlTree.List(set, $"{Container}/ports").Select(port => YamlTree.Text(port, "name")),
                Has.Member(YamlTree.Text(service, "spec/ports/0/targetPort"))
            );
    }

    [Test]
    public async Task The_example_of_a_plant_holds_a_map_that_the_program_takes(CancellationToken cancellationToken)
    {
        var objects = await HelmChart.RenderAsync(Shipped.Read($"{HelmChart.Folder}/examples/plant.yaml"), cancellationToken);
        var set = objects.Of("StatefulSet");
        Assert.That(MountsOf(set), Is.EquivalentTo(new[] { "/config", "/secrets", "/certs", "/state", Shipped.Scratch }));
        var config = objects.Of("ConfigMap");
        Assert.That(
            YamlTree.List(set, $"{Pod}/volumes").Select(volume => YamlTree.At(volume, "configMap/name")),
            Has.Member(YamlTree.Text(config, "metadata/name"))
        );
        Assert.That(YamlTree.List(set, $"{Pod}/volumes").Select(volume => YamlTree.At(volume, "secret/secretName")), Has.Member("edge01"));
        Assert.That(YamlTree.Text(objects.Of("ServiceMonitor"), "spec/endpoints/0/path"), Is.EqualTo(MetricsPage.Path));
        Assert.That(YamlTree.Text(objects.Of("NetworkPolicy"), "spec/egress/0/to/0/ipBlock/cidr"), Is.EqualTo("192.168.10.0/24"));

        var folder = Directory.CreateTempSubdirectory("s7opcbridge-helm-").FullName;
        foreach (var (name, text) in YamlTree.Map(config, "data"))
            await File.WriteAllTextAsync(
                Path.Combine(folder, name),
                ((string)text).Replace("/secrets/users.yaml", "users.yaml"),
                cancellationToken
            );
        await using (
            var users = Bridge.Start(folder, "users", "add", "mes", "--role", "Operator", "--password-stdin", "--file", "users.yaml")
        )
        {
            await users.SendLineAsync("correct horse battery staple");
            users.CloseInput();
            Assert.That(await users.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, users.Output);
        }
        await using var validate = Bridge.Start(folder, "validate", "bridge.yaml");
        Assert.That(await validate.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, validate.Output);
        Assert.That(validate.Output, Does.Contain("1 PLC, 3 tags"));
        Directory.Delete(folder, recursive: true);
    }

    [Test]
    public async Task Secrets_are_files_that_only_the_pod_reads(CancellationToken cancellationToken)
    {
        var objects = await HelmChart.RenderAsync(
            "secrets: { line1.password: abc }\nownCertificateSecret: edge01-tls\npersistence: { enabled: false }\n",
            cancellationToken
        );
        Assert.That(YamlTree.Text(objects.Of("Secret"), "stringData/line1.password"), Is.EqualTo("abc"));
        var volumes = YamlTree.List(objects.Of("StatefulSet"), $"{Pod}/volumes");
        foreach (var volume in volumes.Where(volume => YamlTree.Text(volume, "name") is "secrets" or "own-key"))
            Assert.That(YamlTree.Text(volume, "secret/defaultMode"), Is.EqualTo("0440"));
        Assert.That(
            MountsOf(objects.Of("StatefulSet")),
            Is.SupersetOf(new[] { "/certs/own/certs", "/certs/own/private" }),
            "where docs/security.md has the bridge's own certificate"
        );
        Assert.That(YamlTree.At(objects.Of("StatefulSet"), "spec/volumeClaimTemplates"), Is.Null);
        Assert.That(volumes.Select(volume => YamlTree.Text(volume, "name")), Has.Member("certs"));
    }

    [TestCase("", "certs", "state")]
    [TestCase("state: { size: 25Gi }\n", "state", null)]
    public async Task What_the_bridge_writes_beside_certificates_has_a_folder_in_their_volume_or_one_of_its_own(
        string values,
        string volume,
        string? folder,
        CancellationToken cancellationToken
    )
    {
        var set = (await HelmChart.RenderAsync(values, cancellationToken)).Of("StatefulSet");
        var mount = YamlTree.List(set, $"{Container}/volumeMounts").Single(each => YamlTree.Text(each, "mountPath") == "/state");
        Assert.That(YamlTree.Text(mount, "name"), Is.EqualTo(volume));
        Assert.That(YamlTree.At(mount, "subPath"), Is.EqualTo(folder));
        Assert.That(
            YamlTree.List(set, "spec/volumeClaimTemplates").Select(claim => YamlTree.Text(claim, "metadata/name")),
            Has.Member(volume)
        );
    }

    [Test]
    public async Task The_example_of_a_cluster_makes_three_nodes_with_an_address_each_and_a_map_that_the_program_takes(
        CancellationToken cancellationToken
    )
    {
        var objects = await HelmChart.RenderAsync(Shipped.Read($"{HelmChart.Folder}/examples/cluster.yaml"), cancellationToken);
        var set = objects.Of("StatefulSet");
        Assert.That((YamlTree.Text(set, "spec/replicas"), YamlTree.Text(set, "spec/podManagementPolicy")), Is.EqualTo(("3", "Parallel")));
        Assert.That(
            YamlTree.List(set, $"{Container}/env").Select(variable => YamlTree.Text(variable, "name")),
            Is.SupersetOf(new[] { "POD_NAME", "POD_IP" })
        );
        var name = YamlTree.Text(set, "metadata/name");
        for (var node = 0; node < 3; node++)
        {
            var selector = YamlTree.Map(objects.Of("Service", $"-{node}"), "spec/selector");
            Assert.That(selector["statefulset.kubernetes.io/pod-name"], Is.EqualTo($"{name}-{node}"));
        }
        var config = objects.Of("ConfigMap");
        var port = YamlTree.List(set, $"{Container}/ports").Single(each => YamlTree.Text(each, "name") == "cluster");
        Assert.That(YamlTree.Text(config, "data/bridge.yaml"), Does.Contain($"listen: 0.0.0.0:{YamlTree.Text(port, "containerPort")}"));
        var policy = objects.Of("NetworkPolicy");
        Assert.That(YamlTree.List(policy, "spec/ingress").Select(rule => YamlTree.Text(rule, "ports/0/port")), Has.Member("cluster"));
        Assert.That(
            YamlTree.List(policy, "spec/egress").Select(rule => YamlTree.Text(rule, "ports/0/port")),
            Is.SupersetOf(new[] { "11111", "5432", "102" })
        );
        Assert.That(YamlTree.Text(objects.Of("PodDisruptionBudget"), "spec/maxUnavailable"), Is.EqualTo("1"));
        var text = YamlTree
            .Map(config, "data")
            .ToDictionary(file => file.Key, file => ((string)file.Value).Replace("/secrets/users.yaml", "users.yaml"));
        Assert.That(
            await MapWithSecrets.ValidateAsync(text, "bridge.yaml", [("POD_NAME", "plant-a-0"), ("POD_IP", "10.1.2.3")], cancellationToken),
            Does.Contain("2 PLCs, 3 tags")
        );
    }

    private static IEnumerable<string> MountsOf(object set) =>
        YamlTree.List(set, $"{Container}/volumeMounts").Select(mount => YamlTree.Text(mount, "mountPath"));
}
