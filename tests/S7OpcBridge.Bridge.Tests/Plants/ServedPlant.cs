using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>A soft PLC with DB1 of 1,000 bytes, the bridge on it and an OPC UA client at its other end: everything in between are real sockets.</summary>
internal sealed class ServedPlant : IAsyncDisposable
{
    private readonly BridgeServer _server;

    private readonly PlcDefinition _definition;

    private ServedPlant(SoftPlc plc, PlcDefinition definition, Acquisition acquisition, BridgeServer server, UaTestClient client) =>
        (Plc, _definition, Acquisition, _server, Client) = (plc, definition, acquisition, server, client);

    public SoftPlc Plc { get; }

    public Acquisition Acquisition { get; }

    public UaTestClient Client { get; }

    public BridgeServer Server => _server;

    public int Port => _server.Port;

    public static async Task<ServedPlant> StartAsync(
        Action<TagList> tags,
        CancellationToken token,
        Func<PlcDefinition, PlcDefinition>? change = null,
        CpuBehavior? behavior = null,
        PlcSpeed? speed = null,
        Action<SoftPlc>? prepare = null,
        ILoggerFactory? loggers = null,
        Func<UaServerOptions, UaServerOptions>? server = null,
        TagRecording? recording = null
    )
    {
        var plc = new SoftPlc(
            new SoftPlcOptions { Behavior = behavior ?? CpuBehaviors.Generic, Speed = speed ?? PlcSpeed.None },
            TimeProvider.System
        );
        plc.Memory.AddBlock(1, 1000);
        prepare?.Invoke(plc);
        plc.Start();
        var definition = new PlcDefinition
        {
            Index = 0,
            Name = "Line1",
            Connection = new S7ConnectionOptions
            {
                Host = "127.0.0.1",
                Port = plc.Port,
                Timeout = TimeSpan.FromSeconds(2),
            },
            ReconnectFirst = TimeSpan.FromMilliseconds(20),
            ReconnectMax = TimeSpan.FromMilliseconds(100),
        };
        var list = new TagList();
        tags(list);
        var map = list.Build(definition = change?.Invoke(definition) ?? definition);
        Declare(plc, map);
        var acquisition = new Acquisition(map, TimeProvider.System, loggers ?? NullLoggerFactory.Instance);
        var options = new UaServerOptions { ApplicationUri = "urn:test", Endpoint = "opc.tcp://localhost:0" };
        var served = new BridgeServer(
            acquisition,
            server?.Invoke(options) ?? options,
            "urn:test:tags",
            loggers ?? NullLoggerFactory.Instance,
            recording
        );
        await served.StartAsync(token);
        acquisition.Start();
        return new ServedPlant(plc, definition, acquisition, served, await UaTestClient.ConnectAsync(served.Port, token));
    }

    // As the program in a CPU has them: every String with its maximum length.
    private static void Declare(SoftPlc plc, TagMap map)
    {
        foreach (var tag in map.Tags)
        {
            for (var i = 0; tag.Type.Kind == S7TypeKind.String && i < Math.Max(1, tag.Type.ArrayLength); i++)
                plc.Memory.Put(tag.Address.Db, tag.Address.Offset + i * tag.Type.ElementSize, [(byte)tag.Type.Capacity]);
        }
    }

    /// <summary>The node of a tag, or below _Status.</summary>
    public static NodeId Node(string name) => new(TagAddressSpace.NamespaceIndex, $"Line1/{name}");

    public void Poke(int offset, params byte[] bytes)
    {
        using var memory = Plc.Memory.Hold();
        bytes.CopyTo(memory.Block(1)[offset..]);
    }

    public byte[] Peek(int offset, int length)
    {
        using var memory = Plc.Memory.Hold();
        return memory.Block(1).Slice(offset, length).ToArray();
    }

    /// <summary>Goes on with other tags of the same PLC, or of what became of it.</summary>
    public Task AdoptAsync(Action<TagList> tags, CancellationToken token, Func<PlcDefinition, PlcDefinition>? change = null)
    {
        var list = new TagList();
        tags(list);
        return _server.AdoptAsync(_server.Follow(list.Build(change?.Invoke(_definition) ?? _definition)), ["changed"], token);
    }

    /// <summary>Reads a node until its value is what the test waits for.</summary>
    public async Task<DataValue> UntilAsync(string name, Func<DataValue, bool> holds, CancellationToken token)
    {
        return await Poll.UntilAsync(async () => (await Client.ReadAsync(token, Node(name)))[0], holds, token);
    }

    public Task<DataValue> UntilAsync(string name, uint status, CancellationToken token) =>
        UntilAsync(name, value => value.Status.Value == status, token);

    /// <summary>Writes nodes in one call; the names of the statuses.</summary>
    public Task<string[]> WriteAsync(CancellationToken token, params (string Name, Variant Value)[] writes) =>
        WriteAsync(Client, token, writes);

    public static async Task<string[]> WriteAsync(
        UaTestClient client,
        CancellationToken token,
        params (string Name, Variant Value)[] writes
    )
    {
        var values = writes.Select(write => new WriteValue
        {
            NodeId = Node(write.Name),
            AttributeId = (uint)AttributeId.Value,
            Value = new DataValue(write.Value, default, 0, 0),
        });
        return await WriteAsync(client, [.. values], token);
    }

    public static async Task<string[]> WriteAsync(UaTestClient client, WriteValue[] values, CancellationToken token)
    {
        var response = await client.CallAsync<WriteResponse>(new WriteRequest { NodesToWrite = values }, token);
        return [.. response.Results.Select(status => StatusCodes.NameOf(status))];
    }

    /// <summary>Calls a method of _Status; the name of its status.</summary>
    public async Task<string> CallAsync(CancellationToken token, string owner, string method, params Variant[] arguments)
    {
        var call = new CallMethodRequest
        {
            ObjectId = Node(owner),
            MethodId = Node($"{owner}/{method}"),
            InputArguments = arguments,
        };
        var response = await Client.CallAsync<CallResponse>(new CallRequest { MethodsToCall = [call] }, token);
        return StatusCodes.NameOf(response.Results[0].StatusCode);
    }

    public async ValueTask DisposeAsync()
    {
        await Client.DisposeAsync();
        await Acquisition.DisposeAsync();
        await _server.DisposeAsync();
        await Plc.DisposeAsync();
    }
}
